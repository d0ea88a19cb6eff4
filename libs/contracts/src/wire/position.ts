/** A point in the history of an environment. Within an epoch revisions rise by one; epochs cannot be compared. */
export interface Position {
  epoch: string;
  revision: number;
}

/** The maximum number of positions in a write's answer, and in a later read: more make the header too large. */
export const POSITIONS_AT_MOST = 100;

/** As event ids and ETags of reads write it. */
export const formatPosition = ({ epoch, revision }: Position): string => `${epoch}-${revision}`;

/** @returns undefined for anything that no server of ours has written */
export function parsePosition(id: string): Position | undefined {
  const match = /^([0-9a-z]{1,32})-(\d{1,15})$/.exec(id);
  return match?.[1] && match[2] ? { epoch: match[1], revision: Number(match[2]) } : undefined;
}

/** The ETag of a read. It is weak, since proxies compress answers and drop or rewrite strong tags (RFC 9110 8.8.1). */
export const weakTag = (opaque: string): string => `W/"${opaque}"`;

/** What a tag says without `W/`, quotes, and the name of an encoding that a proxy appended. */
export const opaqueTag = (tag: string): string => tag.trim().replace(/^(?:W\/)?"?(.*?)(?:-gzip|-br)?"?$/, '$1');

/** The position in the ETag of any read, as we, a proxy or a client wrote it, and in an event's id. Of a list, the first. */
export function positionInTag(tag: string): Position | undefined {
  const [, position = ''] = /^([^-]*-\d{1,15})(?!\d)/.exec(opaqueTag(tag.split(',', 1)[0] ?? '')) ?? [];
  return parsePosition(position);
}

export const isSamePosition = (a: Position, b: Position): boolean => a.epoch === b.epoch && a.revision === b.revision;

/** Whether `now` is earlier than `known` in the same epoch. A source never says so unless it was restored. */
export const isBehind = (now: Position, known: Position): boolean =>
  now.epoch === known.epoch && now.revision < known.revision;
