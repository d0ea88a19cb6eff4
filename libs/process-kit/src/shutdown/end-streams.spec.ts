import { describe, expect, it } from '@jest/globals';
import { drainSteps, endStreams } from './end-streams.js';

const LIMITS = { STREAM_DRAIN_PER_SECOND: 250, STREAM_DRAIN_SECONDS: 60 };

/** Milliseconds from the first end to the last. */
const lasts = (count: number, limits = LIMITS) => {
  const { steps, pauseMilliseconds } = drainSteps(count, limits);
  return (steps - 1) * pauseMilliseconds;
};

describe('the drain of streams', () => {
  it.each([
    [0, 0],
    [1, 0],
    [250, 1_000],
    [1_000, 4_000],
    [15_000, 60_000],
    [20_000, 60_000],
  ])('of %i lasts %i ms', (count, milliseconds) => {
    expect(lasts(count)).toBeCloseTo(milliseconds);
  });

  it('ends a few of many at a time, and never more steps than streams', () => {
    expect(drainSteps(1_000, LIMITS).steps).toBe(80);
    expect(drainSteps(3, { STREAM_DRAIN_PER_SECOND: 1, STREAM_DRAIN_SECONDS: 60 }).steps).toBe(3);
  });

  it('ends at once when configured so', () => {
    expect(drainSteps(1_000, { ...LIMITS, STREAM_DRAIN_SECONDS: 0 })).toEqual({ steps: 1, pauseMilliseconds: 0 });
  });

  it('ends each stream once, with different retry times', async () => {
    const told: string[][] = Array.from({ length: 200 }, () => []);
    const streams = told.map((texts) => ({ end: (text: string) => void texts.push(text) }));
    await endStreams(streams, { STREAM_DRAIN_PER_SECOND: 10_000, STREAM_DRAIN_SECONDS: 60 });
    expect(told.filter((texts) => texts.length !== 1)).toEqual([]);
    const retries = told.flat().map((text) => Number(/^retry: (\d{4})\n\n$/.exec(text)?.[1]));
    expect(Math.min(...retries)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...retries)).toBeLessThanOrEqual(5_000);
    expect(new Set(retries).size).toBeGreaterThan(100);
  });
});
