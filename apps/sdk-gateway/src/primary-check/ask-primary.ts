import type { KeyRow } from '@burgee/contracts/wire';
import { inTime } from '../in-time.js';
import type { ReadViews } from '../postgres/read-views.js';
import type { Breaker } from './breaker.js';
import { RoundTrip } from './round-trip.js';

/** The rows of the keys in question, and those of the origins that are registered. */
export interface PrimaryAnswer {
  keys: KeyRow[];
  origins: string[];
}

/** Asks the primary about many keys and origins at once. Settles within `withinMs`, one way or the other. */
export type AskPrimary = (keyHashes: string[], origins: string[], withinMs: number) => Promise<PrimaryAnswer>;

/** Asks within a time limit, and not at all while the breaker is open. */
export function askPrimary(
  views: Pick<ReadViews, 'lookUp'>,
  breaker: Breaker,
  roundTrip = new RoundTrip(),
): AskPrimary {
  const ask: AskPrimary = (keyHashes, origins, withinMs) =>
    inTime(withinMs, views.lookUp(keyHashes, origins, withinMs));
  const probe = () => ask([], [], roundTrip.limitMs);
  return (keyHashes, origins, withinMs) => breaker.guard(() => ask(keyHashes, origins, withinMs), probe);
}
