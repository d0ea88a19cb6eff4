import { DomainError } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import { createUpstreamScheduler } from './ask-upstream.js';
import { hashOf } from './key-ring.js';

const REMEMBERED_AT_MOST = 10_000;
const REFUSED_FOR_MS = 60_000;
const NO_ROOM_FOR_MS = 1_000;

/** Looks up a key at the upstream. @throws DomainError when there is no room for its environment */
type CheckKey = (key: string, networks: readonly string[], via: string | undefined) => Promise<boolean>;

/** Look-ups of keys that clients present: one at a time per key, with a pause after a refusal. */
export class KeyChecks {
  private readonly refused = new LRUCache<string, true>({ max: REMEMBERED_AT_MOST, ttl: REFUSED_FOR_MS });
  /** The last error for a full cache, by network and key. */
  private readonly noRoom = new LRUCache<string, DomainError>({ max: REMEMBERED_AT_MOST, ttl: NO_ROOM_FOR_MS });
  private readonly underway = new Map<string, Promise<boolean>>();

  constructor(
    private readonly check: CheckKey,
    private readonly scheduler = createUpstreamScheduler(),
  ) {}

  /** The upstream refused the key. */
  refuse(key: string): void {
    this.refused.set(hashOf(key), true);
  }

  /** The upstream accepted the key. */
  accept(key: string): void {
    this.refused.delete(hashOf(key));
  }

  /**
   * @param networks the subnets of the client, widest first
   * @param via where the request came from, for one from an edge
   * @returns whether the key opens an environment
   * @throws what `check` throws, too_many_requests and overloaded
   */
  run(key: string, networks: readonly string[], via: string | undefined): Promise<boolean> {
    const hash = hashOf(key);
    if (this.refused.has(hash)) return Promise.resolve(false);
    const underway = this.underway.get(hash);
    if (underway) return underway;
    const newcomer = `${networks[0]} ${hash}`;
    const noRoom = this.noRoom.get(newcomer);
    if (noRoom) return Promise.reject(noRoom);
    const check = this.scheduler
      .run(networks, 'check-key', () => this.checkNow(newcomer, () => this.check(key, networks, via)))
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
