import type { IncomingHttpHeaders } from 'node:http';
import {
  DomainError,
  MIN_POSITION_HEADER,
  parsePosition,
  type Position,
  POSITIONS_AT_MOST,
} from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';

/** Of so many positions, each as long as they get, with what is between them. A longer header is not taken apart. */
const CHARACTERS_AT_MOST = 50 * POSITIONS_AT_MOST;

/** What would be answered. */
interface PossibleAnswer {
  rendered: Pick<RenderedFlagSet, 'set'>;
  /** Since it was last known to be current; undefined = it is current, as far as the source goes. */
  ageSeconds: number | undefined;
}

/** Where a write has brought environments. No two have an epoch in common, so those of others say nothing about one. */
export type MinPosition = readonly Position[];

/** The position that an answer must not be older than; undefined = any will do. @throws invalid_request */
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

/** @returns undefined when one of them is none, or they are more than a write names */
function parsePositions(text: string): Position[] | undefined {
  if (text.length > CHARACTERS_AT_MOST) return undefined;
  const named = text.split(',');
  if (named.length > POSITIONS_AT_MOST) return undefined;
  const positions = named.flatMap((one) => parsePosition(one.trim()) ?? []);
  return positions.length === named.length ? positions : undefined;
}

/** Whether the answer contains all that led to that position. */
export function isReached(now: Position, min: MinPosition): boolean {
  const own = ofEpoch(now, min);
  return own.length > 0 && own.every(({ revision }) => now.revision >= revision);
}

const ofEpoch = ({ epoch }: Position, min: MinPosition) => min.filter((one) => one.epoch === epoch);

/** Whether an answer from `found` would break the promise. @throws position_not_reached, position_unknown */
export function assertReached({ rendered, ageSeconds }: PossibleAnswer, min: MinPosition): void {
  const { set } = rendered;
  if (isReached(set, min)) return;
  // While the source is silent, nobody can say whether an epoch is another one's or not known here yet.
  if (ofEpoch(set, min).length > 0 || ageSeconds !== undefined)
    throw new DomainError('position_not_reached', 'That write has not arrived here yet. Retry after 1 second.', {
      retryAfterSeconds: 1,
    });
  throw new DomainError(
    'position_unknown',
    'Burgee-Min-Position is from another environment, or from before a restore. Read without it.',
  );
}
