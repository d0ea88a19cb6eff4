import type { IncomingHttpHeaders } from 'node:http';
import {
  DomainError,
  MIN_POSITION_HEADER,
  parsePosition,
  type Position,
  POSITIONS_AT_MOST,
} from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';

/** For the most positions at their greatest length, with separators. A longer header is not parsed. */
const CHARACTERS_AT_MOST = 50 * POSITIONS_AT_MOST;

/** An answer that would be sent. */
interface PossibleAnswer {
  rendered: Pick<RenderedFlagSet, 'set'>;
  /** Seconds since it was last confirmed; undefined = it is current, as far as the source knows. */
  ageSeconds: number | undefined;
}

/** The positions after a write. Epochs are unique to environments, so positions of others do not matter to one. */
export type MinPosition = readonly Position[];

/** The minimum position of the answer; undefined = any will do. @throws invalid_request */
export function minPositionOf(headers: IncomingHttpHeaders): MinPosition | undefined {
  const text = headers[MIN_POSITION_HEADER];
  if (text === undefined) return undefined;
  const positions = parsePositions(String(text));
  if (positions) return positions;
  throw new DomainError(
    'invalid_request',
    'Burgee-Min-Position is malformed. Send the Burgee-Position of a write: <epoch>-<revision>, or several with commas.',
  );
}

/** @returns undefined when a position is malformed, or there are more than a write returns */
function parsePositions(text: string): Position[] | undefined {
  if (text.length > CHARACTERS_AT_MOST) return undefined;
  const named = text.split(',');
  if (named.length > POSITIONS_AT_MOST) return undefined;
  const positions = named.flatMap((one) => parsePosition(one.trim()) ?? []);
  return positions.length === named.length ? positions : undefined;
}

/** Whether the answer includes that position. */
export function isReached(now: Position, min: MinPosition): boolean {
  const own = ofEpoch(now, min);
  return own.length > 0 && own.every(({ revision }) => now.revision >= revision);
}

const ofEpoch = ({ epoch }: Position, min: MinPosition) => min.filter((one) => one.epoch === epoch);

/** Refuses an answer from `found` that would be older than promised. @throws position_not_reached, position_unknown */
export function assertReached({ rendered, ageSeconds }: PossibleAnswer, min: MinPosition): void {
  const { set } = rendered;
  if (isReached(set, min)) return;
  // While the source is down, an unknown epoch may be another environment's or not known here yet.
  if (ofEpoch(set, min).length > 0 || ageSeconds !== undefined)
    throw new DomainError('position_not_reached', 'That write has not arrived here yet. Retry after 1 second.', {
      retryAfterSeconds: 1,
    });
  throw new DomainError(
    'position_unknown',
    'Burgee-Min-Position is from another environment, or from before a restore. Read without it.',
  );
}
