/** A place in an environment's history, as event ids and ETags write it. */
export interface StreamPlace {
  epoch: string;
  revision: number;
}

export const formatPlace = ({ epoch, revision }: StreamPlace): string => `${epoch}-${revision}`;

/** @returns undefined for anything that no server of ours has written */
export function parsePlace(id: string): StreamPlace | undefined {
  const match = /^([0-9a-z]{1,32})-(\d{1,15})$/.exec(id);
  return match?.[1] && match[2] ? { epoch: match[1], revision: Number(match[2]) } : undefined;
}

export type Opening =
  /** The stream goes on from here; what came after `from` follows. */
  | { kind: 'continue'; from: number }
  /** The client's place is not one to go on from: it gets everything anew. */
  | { kind: 'snapshot' };

/**
 * How a stream begins: at the present, where the client left off, or with a snapshot. A place of another epoch, one
 * ahead of the server (a restore took the server back) and garbage cannot be gone on from.
 */
export function decideOpening(lastEventId: string | undefined, wantsSnapshot: boolean, now: StreamPlace): Opening {
  if (wantsSnapshot) return { kind: 'snapshot' };
  if (lastEventId === undefined || lastEventId === '') return { kind: 'continue', from: now.revision };
  const place = parsePlace(lastEventId);
  if (!place || place.epoch !== now.epoch || place.revision > now.revision) return { kind: 'snapshot' };
  return { kind: 'continue', from: place.revision };
}
