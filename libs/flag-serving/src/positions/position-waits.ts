import type { IncomingMessage, ServerResponse } from 'node:http';
import { BufferedBytes } from '@burgee/admission';
import type { Position } from '@burgee/contracts/wire';
import { WAITING_READ_BYTES } from '../source/admission.js';
import { isReached, type MinPosition } from './min-position.js';

const WAIT_AT_MOST_MILLISECONDS = 2_000;

export interface PositionWaitLimits {
  milliseconds?: number;
  /** Of all environments and networks, of which each has a part of those that are left. */
  waiting: number;
}

/**
 * Where reads wait for a position that a bounded source has not come to yet. A strict source has none of this: it is as new as any
 * write that has answered.
 */
export class PositionWaits {
  private readonly checks = new Map<string, Set<() => void>>();
  private readonly waiting: BufferedBytes;
  private readonly milliseconds: number;

  /**
   * @param positionOf an environment, as far as the source has come
   * @param networksOf a caller, widest first
   */
  constructor(
    private readonly positionOf: (environmentId: string) => Position | undefined,
    private readonly networksOf: (request: IncomingMessage) => readonly string[],
    { waiting, milliseconds = WAIT_AT_MOST_MILLISECONDS }: PositionWaitLimits,
  ) {
    this.waiting = new BufferedBytes(waiting * WAITING_READ_BYTES);
    this.milliseconds = milliseconds;
  }

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
  async reach(
    environmentId: string,
    min: MinPosition,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const isThere = () => {
      const now = this.positionOf(environmentId);
      return now !== undefined && isReached(now, min);
    };
    if (isThere()) return false;
    const wait = () => this.wait(environmentId, isThere, response);
    await this.waiting.during([environmentId, ...this.networksOf(request)], WAITING_READ_BYTES, wait);
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
      const timer = setTimeout(end, this.milliseconds);
      response.once('close', end);
      checks.add(check);
    });
  }
}
