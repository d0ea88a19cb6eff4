import type { IncomingMessage, ServerResponse } from 'node:http';
import { BufferedBytes } from '@burgee/admission';
import type { Position } from '@burgee/contracts/wire';
import { WAITING_READ_BYTES } from '../source/admission.js';
import { isReached, type MinPosition } from './min-position.js';

const WAIT_AT_MOST_MILLISECONDS = 2_000;

export interface PositionWaitLimits {
  milliseconds?: number;
  /** Slots over all environments and networks. Each may take a part of the free ones. */
  waiting: number;
}

/**
 * Where reads wait for a position that a bounded source has not reached yet. A strict source includes every
 * acknowledged write and needs no waits.
 */
export class PositionWaits {
  private readonly checks = new Map<string, Set<() => void>>();
  private readonly waiting: BufferedBytes;
  private readonly milliseconds: number;

  /**
   * @param positionOf the position of an environment that the source has reached
   * @param networksOf the subnets of a client, widest first
   */
  constructor(
    private readonly positionOf: (environmentId: string) => Position | undefined,
    private readonly networksOf: (request: IncomingMessage) => readonly string[],
    { waiting, milliseconds = WAIT_AT_MOST_MILLISECONDS }: PositionWaitLimits,
  ) {
    this.waiting = new BufferedBytes(waiting * WAITING_READ_BYTES);
    this.milliseconds = milliseconds;
  }

  /** A notification said that the source reached another position of this environment. */
  changed(environmentId: string): void {
    for (const check of this.checks.get(environmentId) ?? []) check();
  }

  /**
   * Resolves when the source reaches that position, at the timeout, or when the client leaves. The following read then
   * decides whether the answer will do. An unknown epoch may be about to arrive, so it also waits.
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
