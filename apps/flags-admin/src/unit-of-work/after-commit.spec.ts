import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Logger, pino } from 'pino';
import { AfterCommit, type AfterCommitPhase, type AfterCommitStep } from './after-commit.js';

const silent = pino({ level: 'silent' }) as Logger;
const never = new Promise<void>(() => undefined);

let afterCommit: AfterCommit;
let ran: string[];

beforeEach(() => {
  jest.useFakeTimers();
  afterCommit = new AfterCommit(silent);
  ran = [];
});
afterEach(() => {
  jest.useRealTimers();
});

/** Registers a step of each phase. The given phases take as long as their promise. */
function register(lasting: Partial<Record<AfterCommitPhase, Promise<void>>> = {}): void {
  for (const phase of ['announce', 'cache', 'audit', 'notify'] as const)
    afterCommit.register(phase, () => {
      ran.push(phase);
      return lasting[phase];
    });
}

/** Runs the steps and records when the call resolves. */
const run = () => afterCommit.run([], 'patch').then(() => ran.push('resolved'));

describe('steps after a commit', () => {
  it('run by phase, in any order of registration', async () => {
    register();
    await run();
    await jest.runAllTimersAsync();
    expect(ran).toEqual(['notify', 'audit', 'resolved', 'cache', 'announce']);
  });

  it('receive the messages and the cache update', async () => {
    const step = jest.fn<AfterCommitStep>();
    afterCommit.register('audit', step);
    await afterCommit.run([], 'evict');
    expect(step).toHaveBeenCalledWith([], 'evict');
  });

  it('delay the response only for audit, up to 250 ms', async () => {
    register({ notify: never, audit: never, cache: never });
    void run();
    await jest.advanceTimersByTimeAsync(249);
    expect(ran).toEqual(['notify', 'audit', 'cache']);
    await jest.advanceTimersByTimeAsync(1);
    expect(ran).toEqual(['notify', 'audit', 'cache', 'resolved']);
    await jest.advanceTimersByTimeAsync(1);
    expect(ran).toEqual(['notify', 'audit', 'cache', 'resolved', 'announce']);
  });

  it('update the cache after 10 ms when audit takes longer', async () => {
    register({ audit: never });
    void run();
    await jest.advanceTimersByTimeAsync(9);
    expect(ran).not.toContain('cache');
    await jest.advanceTimersByTimeAsync(2);
    expect(ran).toContain('cache');
  });

  it('cannot fail the write', async () => {
    for (const phase of ['notify', 'audit', 'cache', 'announce'] as const) {
      afterCommit.register(phase, () => Promise.reject(new Error('late')));
      afterCommit.register(phase, () => {
        throw new Error('at once');
      });
    }
    register();
    await expect(run()).resolves.toBeDefined();
    await jest.runAllTimersAsync();
    expect(ran).toEqual(expect.arrayContaining(['notify', 'audit', 'announce']));
  });
});
