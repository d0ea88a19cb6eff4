import { DomainError, overloaded } from '@burgee/contracts/wire';
import { TurnQueue } from '@burgee/process-kit';
import { LRUCache } from 'lru-cache';
import { hashOf } from './key-ring.js';

const REMEMBERED_AT_MOST = 10_000;
const REFUSED_FOR_MS = 60_000;
const NO_ROOM_FOR_MS = 1_000;
/** Keys that are asked about at the same time, and those that may wait for it. */
const CHECKS = { atOnce: 8, waitingAtMost: 256, full: () => overloaded('Too many new keys are looked up.') };

/** Asks what a key opens. @throws DomainError when there is no room for that */
type Check = (key: string, networks: readonly string[], via: string | undefined) => Promise<boolean>;

/** What is asked about keys that callers bring: once at a time, and not again soon after a refusal. */
export class KeyChecks {
  private readonly refused = new LRUCache<string, true>({ max: REMEMBERED_AT_MOST, ttl: REFUSED_FOR_MS });
  /** What callers were told for whom there was no room, by network and key. */
  private readonly noRoom = new LRUCache<string, DomainError>({ max: REMEMBERED_AT_MOST, ttl: NO_ROOM_FOR_MS });
  private readonly underway = new Map<string, Promise<boolean>>();
  /** Networks take turns: whoever makes up keys keeps nobody else from being looked up. */
  private readonly inTurn = new TurnQueue(CHECKS);

  constructor(private readonly check: Check) {}

  /** The upstream has refused it. */
  refuse(key: string): void {
    this.refused.set(hashOf(key), true);
  }

  /** The upstream has said what it opens. */
  accept(key: string): void {
    this.refused.delete(hashOf(key));
  }

  /**
   * @param networks of the caller, widest first
   * @param via where the question came from, when an edge asks
   * @returns whether it opens something
   * @throws what `check` throws, and overloaded
   */
  run(key: string, networks: readonly string[], via: string | undefined): Promise<boolean> {
    const hash = hashOf(key);
    if (this.refused.has(hash)) return Promise.resolve(false);
    const underway = this.underway.get(hash);
    if (underway) return underway;
    const newcomer = `${networks[0]} ${hash}`;
    const noRoom = this.noRoom.get(newcomer);
    if (noRoom) return Promise.reject(noRoom);
    const check = this.inTurn
      .run(networks, () => this.checkNow(newcomer, () => this.check(key, networks, via)))
      .finally(() => this.underway.delete(hash));
    this.underway.set(hash, check);
    return check;
  }

  private async checkNow(newcomer: string, check: () => Promise<boolean>): Promise<boolean> {
    try {
      return await check();
    } catch (error) {
      if (error instanceof DomainError) this.noRoom.set(newcomer, error);
      throw error;
    }
  }
}
