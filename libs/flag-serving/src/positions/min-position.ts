import type { IncomingHttpHeaders } from 'node:http';
import { DomainError, MIN_POSITION_HEADER, parsePosition, type Position } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';

/** What would be answered. */
interface Found {
  rendered: Pick<RenderedFlagSet, 'set'>;
  /** Since it was last known to be current; undefined = it is current, as far as the source goes. */
  ageSeconds: number | undefined;
}

/** The position that an answer must not be older than; undefined = any will do. @throws invalid_request */
export function minPositionOf(headers: IncomingHttpHeaders): Position | undefined {
  const text = headers[MIN_POSITION_HEADER];
  if (text === undefined) return undefined;
  const position = parsePosition(String(text));
  if (position) return position;
  throw new DomainError(
    'invalid_request',
    'Burgee-Min-Position is malformed. Send what a write has answered as Burgee-Position: <epoch>-<revision>.',
  );
}

/** Whether the answer contains all that led to that position. */
export const isReached = (now: Position, min: Position): boolean =>
  now.epoch === min.epoch && now.revision >= min.revision;

/** Whether an answer from `found` would break the promise. @throws position_not_reached, position_unknown */
export function assertReached({ rendered, ageSeconds }: Found, min: Position): void {
  const { set } = rendered;
  if (isReached(set, min)) return;
  // While the source is silent, nobody can say whether an epoch is another one's or not known here yet.
  if (set.epoch === min.epoch || ageSeconds !== undefined)
    throw new DomainError('position_not_reached', 'That write has not arrived here yet. Retry after 1 second.', {
      retryAfterSeconds: 1,
    });
  throw new DomainError(
    'position_unknown',
    'Burgee-Min-Position is of another history: of another environment, or from before a restore. Read without it.',
  );
}
