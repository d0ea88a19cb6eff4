import { hash } from 'node:crypto';
import { parsePosition, formatPosition, type Position } from '@burgee/contracts/wire';

const HASH_CHARACTERS = 22;

/** The ETag of the decisions of a flag set for a context: of equal bytes in the request equal ones follow. */
export function bulkTag(position: Position, body: Buffer): string {
  return `"${formatPosition(position)}-${hash('sha256', body, 'base64url').slice(0, HASH_CHARACTERS)}"`;
}

/** The position that an event named. @param configTag as the caller sent it back */
export const namedBy = (configTag: string | undefined): Position | undefined =>
  configTag === undefined ? undefined : parsePosition(configTag.replaceAll('"', ''));

/** Whether an event named a later position than this one, or one of another epoch, of which nobody can say whether it is later. */
export const isOlderThanEvent = (position: Position, named: Position | undefined): boolean =>
  named !== undefined && (named.epoch !== position.epoch || named.revision > position.revision);
