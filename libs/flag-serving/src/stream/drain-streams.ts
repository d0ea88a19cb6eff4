import { setTimeout as delay } from 'node:timers/promises';
import type { StreamLimits } from './limits/stream-limits.js';
import { randomRetry } from './retry.js';
import type { StreamRegistry } from './stream-registry.js';

const STEP_MILLISECONDS = 50;

/** In an order that has nothing to do with who came first (Fisher–Yates). */
function shuffled<T>(values: Iterable<T>): T[] {
  const list = [...values];
  for (let i = list.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [list[i], list[other]] = [list[other] as T, list[i] as T];
  }
  return list;
}

/** Admits no more streams, and ends the open ones one by one over `seconds`. Resolves when all have been told. */
export async function drainStreams(
  registry: Pick<StreamRegistry, 'connections'>,
  limits: Pick<StreamLimits, 'close'>,
  seconds: number,
): Promise<void> {
  limits.close();
  const open = shuffled(registry.connections());
  const steps = Math.max(1, (seconds * 1_000) / STEP_MILLISECONDS);
  const perStep = Math.max(1, Math.ceil(open.length / steps));
  const pause = Math.max(STEP_MILLISECONDS, (seconds * 1_000) / Math.max(1, open.length));
  for (let from = 0; from < open.length; from += perStep) {
    if (from > 0) await delay(pause);
    for (const connection of open.slice(from, from + perStep)) connection.end(randomRetry());
  }
}
