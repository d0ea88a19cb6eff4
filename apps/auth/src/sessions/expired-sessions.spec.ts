import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ExpiredSessions } from './expired-sessions.js';

const TEN_MINUTES = 600_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('expired sessions', () => {
  it('are deleted at the start and every ten minutes, in batches', async () => {
    const deleteExpired = jest.fn<() => Promise<number>>().mockResolvedValue(0);
    deleteExpired.mockResolvedValueOnce(1_000).mockResolvedValueOnce(1);
    const job = new ExpiredSessions({ deleteExpired } as never, {} as never);
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
    expect(deleteExpired).toHaveBeenCalledTimes(3);
    await jest.advanceTimersByTimeAsync(TEN_MINUTES);
    expect(deleteExpired).toHaveBeenCalledTimes(4);
    job.onApplicationShutdown();
    await jest.advanceTimersByTimeAsync(TEN_MINUTES);
    expect(deleteExpired).toHaveBeenCalledTimes(4);
  });

  it('are deleted later when Postgres does not answer', async () => {
    const deleteExpired = jest
      .fn<() => Promise<number>>()
      .mockResolvedValue(0)
      .mockRejectedValueOnce(new Error('gone'));
    const warn = jest.fn();
    const job = new ExpiredSessions({ deleteExpired } as never, { warn } as never);
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(TEN_MINUTES);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(deleteExpired).toHaveBeenCalledTimes(2);
    job.onApplicationShutdown();
  });
});
