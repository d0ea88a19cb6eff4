import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { wholeNumber } from '../config/read-config.js';

/** Settings of a service with event streams. */
export const DRAIN_SETTINGS = {
  STREAM_DRAIN_PER_SECOND: wholeNumber(1)({
    default: 250,
    desc: 'Streams that a stopping replica ends per second.',
  }),
  STREAM_DRAIN_SECONDS: wholeNumber(0)({
    default: 60,
    desc: 'Seconds by which all have ended. 0: at once.',
  }),
};

export interface DrainLimits {
  STREAM_DRAIN_PER_SECOND: number;
  STREAM_DRAIN_SECONDS: number;
}

/** An open event stream. */
export interface EndableStream {
  /** Sends these bytes and ends. */
  end(lastBytes: string): void;
}

const STEP_MILLISECONDS = 50;
const [RETRY_AT_LEAST, RETRY_BELOW] = [1_000, 5_001];

/** In random order, independent of arrival (Fisher–Yates). */
function shuffled<T>(values: Iterable<T>): T[] {
  const list = [...values];
  for (let i = list.length - 1; i > 0; i--) {
    const other = randomInt(i + 1);
    [list[i], list[other]] = [list[other] as T, list[i] as T];
  }
  return list;
}

/**
 * The number of steps in which the streams end, and the milliseconds between steps: few end at once, many as fast as
 * other replicas admit them.
 */
export function drainSteps(count: number, limits: DrainLimits): { steps: number; pauseMilliseconds: number } {
  const milliseconds = 1_000 * Math.min(count / limits.STREAM_DRAIN_PER_SECOND, limits.STREAM_DRAIN_SECONDS);
  const steps = Math.max(1, Math.min(count, Math.ceil(milliseconds / STEP_MILLISECONDS)));
  return { steps, pauseMilliseconds: steps === 1 ? 0 : milliseconds / (steps - 1) };
}

/**
 * Ends the streams one after the other, each with a `retry:` of 1 to 5 s, so that those of one step reconnect at
 * different times. Resolves when each has been asked to end.
 */
export async function endStreams(open: Iterable<EndableStream>, limits: DrainLimits): Promise<void> {
  const streams = shuffled(open);
  const { steps, pauseMilliseconds } = drainSteps(streams.length, limits);
  const first = (step: number) => Math.floor((streams.length * step) / steps);
  for (let step = 0; step < steps; step++) {
    if (step > 0) await delay(pauseMilliseconds);
    for (const stream of streams.slice(first(step), first(step + 1)))
      stream.end(`retry: ${randomInt(RETRY_AT_LEAST, RETRY_BELOW)}\n\n`);
  }
}
