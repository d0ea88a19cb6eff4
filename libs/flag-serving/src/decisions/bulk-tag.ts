import { hash } from 'node:crypto';
import { formatPosition, positionInTag, type Position, weakTag } from '@burgee/contracts/wire';
import { EVALUATION_VERSION } from '@burgee/evaluation';

const HASH_CHARACTERS = 22;

/**
 * The ETag of the decisions for a flag set and context: equal request bytes give equal tags. An upgrade that decides
 * otherwise gives another one.
 */
export function bulkTag(position: Position, body: Buffer): string {
  const context = hash('sha256', body, 'base64url').slice(0, HASH_CHARACTERS);
  return weakTag(`${formatPosition(position)}-e${EVALUATION_VERSION}-${context}`);
}

/** The position that an event named. @param configTag as the client sent it back */
export const namedBy = (configTag: string | undefined): Position | undefined =>
  configTag === undefined ? undefined : positionInTag(configTag);

/** Whether the event named a later position, or one of another epoch, which has no order relative to this one. */
export const isOlderThanEvent = (position: Position, named: Position | undefined): boolean =>
  named !== undefined && (named.epoch !== position.epoch || named.revision > position.revision);
