import type { ServerResponse } from 'node:http';
import { overloaded, type Position } from '@burgee/contracts/wire';
import { Tally } from '../tally.js';
import { isReached } from './min-position.js';

const WAIT_AT_MOST_MILLISECONDS = 2_000;
const WAITING_AT_MOST = 1_000;

export interface PositionWaitLimits {
  milliseconds: number;
  /** Of all environments. One has as many as are left, half of them when nobody else waits. */
  waiting: number;
}

/**
 * Where reads wait for a position that a bounded source has not come to yet. A strict source has none of this: it is as new as any
 * write that has answered.
 */
export class PositionWaits {
  private readonly checks = new Map<string, Set<() => void>>();
  private readonly byEnvironment = new Tally();
  private all = 0;

  /** @param positionOf an environment, as far as the source has come */
  constructor(
    private readonly positionOf: (environmentId: string) => Position | undefined,
    private readonly limits: PositionWaitLimits = {
      milliseconds: WAIT_AT_MOST_MILLISECONDS,
      waiting: WAITING_AT_MOST,
    },
  ) {}

  /** The source has come to another position of this environment, or somebody says so. */
  changed(environmentId: string): void {
    for (const check of this.checks.get(environmentId) ?? []) check();
  }

  /**
   * Resolves when the source has come to that position, at the latest when the time is over or the caller has left: whether the answer
   * will do is decided by what is read then. An epoch that is not known here may be about to arrive, so it is waited for as well.
   * @returns whether it waited
   * @throws overloaded when too many wait
   */
  async reach(environmentId: string, min: Position, response: ServerResponse): Promise<boolean> {
    const isThere = () => {
      const now = this.positionOf(environmentId);
      return now !== undefined && isReached(now, min);
    };
    if (isThere()) return false;
    if (this.byEnvironment.of(environmentId) >= this.limits.waiting - this.all)
      throw overloaded('Too many reads wait for a write to arrive here.');
    this.count(environmentId, 1);
    await this.wait(environmentId, isThere, response);
    this.count(environmentId, -1);
    return true;
  }

  private wait(environmentId: string, isThere: () => boolean, response: ServerResponse): Promise<void> {
    const checks = this.checks.get(environmentId) ?? new Set();
    this.checks.set(environmentId, checks);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        response.removeListener('close', end);
        checks.delete(check);
        if (checks.size === 0) this.checks.delete(environmentId);
        resolve();
      };
      const check = () => {
        if (isThere()) end();
      };
      const timer = setTimeout(end, this.limits.milliseconds);
      response.once('close', end);
      checks.add(check);
    });
  }

  private count(environmentId: string, difference: 1 | -1): void {
    this.all += difference;
    this.byEnvironment.add(environmentId, difference);
  }
}
