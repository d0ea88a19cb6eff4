import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { every } from './every.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('every', () => {
  it('runs the job after each interval until it is stopped', async () => {
    const job = jest.fn<() => void>();
    const repetition = every(100, job);
    expect(job).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(250);
    expect(job).toHaveBeenCalledTimes(2);
    repetition.stop();
    await jest.advanceTimersByTimeAsync(250);
    expect(job).toHaveBeenCalledTimes(2);
  });

  it('skips a run while the one before is still under way', async () => {
    let finish = () => undefined as void;
    const job = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const repetition = every(100, job);
    await jest.advanceTimersByTimeAsync(350);
    expect(job).toHaveBeenCalledTimes(1);
    finish();
    await jest.advanceTimersByTimeAsync(100);
    expect(job).toHaveBeenCalledTimes(2);
    repetition.stop();
  });
});
