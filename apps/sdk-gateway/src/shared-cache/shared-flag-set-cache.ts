import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ADVANCE_LATEST,
  type FlagSet,
  type FlagSetVersion,
  GET_OR_LEASE,
  type KeyNote,
  latestLifetimeMs,
  REDIS_KEYS,
  RELEASE_LEASE,
  unwrapFlagSet,
  wrapFlagSet,
} from '@burgee/contracts/wire';
import type { SharedFallback } from '@burgee/flag-serving';
import { Command, type Redis } from 'ioredis';
import type { Logger } from 'pino';
import { flagCacheRequests } from '../metrics.js';
import { askRedis } from './ask-redis.js';

const IN_THE_BACKGROUND_MILLISECONDS = 1_000;
/** How long a request waits for the load of another replica before it loads itself. */
const WAIT_FOR_OTHERS_MILLISECONDS = 250;
const POLL_MILLISECONDS = 10;
/** Lifetime of a lease whose holder died; requests do not wait that long for it. */
const LEASE_MILLISECONDS = 1_000;
/** Results of `GET_OR_LEASE` when there is no flag set. */
const [LEASED_BY_ANOTHER, MINE] = [0, 1];

/**
 * Flag sets and notes on keys in Redis, shared by all replicas. Redis may be gone, empty, slow or wrong at any time: it
 * only affects how often Postgres is queried.
 */
export class SharedFlagSetCache implements SharedFallback {
  private readonly ttlMs: number;
  private readonly latestMs: number;

  constructor(
    private readonly redis: Redis,
    ttlSeconds: number,
    private readonly logger: Pick<Logger, 'debug' | 'warn'>,
  ) {
    this.ttlMs = ttlSeconds * 1_000;
    this.latestMs = latestLifetimeMs(this.ttlMs);
  }

  /** Evicts a flag set that does not match its label. */
  get(version: FlagSetVersion): Promise<FlagSet | undefined> {
    return this.ask(async () => this.checked(await this.redis.getBuffer(REDIS_KEYS.flagSet(version)), version));
  }

  async latest(environmentId: string, epoch: string, above: number): Promise<FlagSet | undefined> {
    return this.ask(async () => {
      const [latestEpoch, latest] = await this.redis.hmget(REDIS_KEYS.latest(environmentId), 'epoch', 'revision');
      if (latestEpoch !== epoch || Number(latest) <= above) return undefined;
      return this.get({ environmentId, epoch, revision: Number(latest) });
    });
  }

  /** The flag set of that version, or the result of `load`: one replica loads, the others wait briefly for it. */
  async getOrLoad(version: FlagSetVersion, load: () => Promise<FlagSet>): Promise<FlagSet> {
    const token = randomUUID();
    const [key, lease] = [REDIS_KEYS.flagSet(version), REDIS_KEYS.lease(version)];
    const getOrLease = [GET_OR_LEASE, 2, key, lease, token, LEASE_MILLISECONDS];
    // As bytes: ioredis types no `evalBuffer`, and its `callBuffer` leaves out the name of the command.
    const found = await this.ask(async () =>
      this.redis.sendCommand(new Command('eval', getOrLease, { replyEncoding: null })),
    );
    const set =
      found === LEASED_BY_ANOTHER
        ? await this.ask(() => this.waitForOther(version), 2 * WAIT_FOR_OTHERS_MILLISECONDS)
        : Buffer.isBuffer(found) && this.checked(found, version);
    if (set) return set;
    const release = () => found === MINE && this.ask(() => this.redis.eval(RELEASE_LEASE, 1, lease, token));
    try {
      const loaded = await load();
      void this.put(loaded).then(release);
      return loaded;
    } catch (error) {
      void release();
      throw error;
    }
  }

  async put(set: FlagSet): Promise<void> {
    await this.ask(async () => {
      await this.redis.set(REDIS_KEYS.flagSet(set), wrapFlagSet(set), 'PX', this.ttlMs);
      const { environmentId, epoch, revision } = set;
      await this.redis.eval(ADVANCE_LATEST, 1, REDIS_KEYS.latest(environmentId), epoch, revision, this.latestMs);
    }, IN_THE_BACKGROUND_MILLISECONDS);
  }

  async refresh(set: FlagSet): Promise<void> {
    await this.ask(async () => {
      const refreshed = await Promise.all([
        this.redis.pexpire(REDIS_KEYS.latest(set.environmentId), this.latestMs),
        this.redis.pexpire(REDIS_KEYS.flagSet(set), this.ttlMs),
      ]);
      if (refreshed.includes(0)) await this.put(set);
    }, IN_THE_BACKGROUND_MILLISECONDS);
  }

  async putKeyNote(keyHash: string, note: KeyNote): Promise<void> {
    await this.ask(() =>
      Promise.all([
        this.redis.set(REDIS_KEYS.key(keyHash), JSON.stringify(note), 'PX', this.ttlMs),
        this.redis.set(REDIS_KEYS.anyKey, '1', 'PX', this.ttlMs),
      ]),
    );
  }

  /** Whether any replica has left notes on keys, which others can use. */
  async hasKeyNotes(): Promise<boolean> {
    return (await this.ask(() => this.redis.get(REDIS_KEYS.anyKey))) === '1';
  }

  keyNote(keyHash: string): Promise<KeyNote | undefined> {
    return this.ask(async () => {
      const note = JSON.parse((await this.redis.get(REDIS_KEYS.key(keyHash))) ?? 'null') as KeyNote | null;
      return note?.v === 1 ? note : undefined;
    });
  }

  async deleteKeyNote(keyHash: string): Promise<void> {
    await this.ask(() => this.redis.del(REDIS_KEYS.key(keyHash)));
  }

  /** Calls back whenever Redis is back, and may be empty. */
  onReturn(callback: () => void): void {
    this.redis.on('ready', callback);
  }

  private async waitForOther(version: FlagSetVersion): Promise<FlagSet | undefined> {
    const until = performance.now() + WAIT_FOR_OTHERS_MILLISECONDS;
    while (performance.now() < until) {
      // In this order: the lease is released only after the flag set was stored.
      const [lease, stored] = await Promise.all([
        this.redis.get(REDIS_KEYS.lease(version)),
        this.redis.getBuffer(REDIS_KEYS.flagSet(version)),
      ]);
      const set = this.checked(stored, version);
      if (set || lease === null) return set;
      await delay(POLL_MILLISECONDS);
    }
    return undefined;
  }

  private checked(stored: Buffer | null, version: FlagSetVersion): FlagSet | undefined {
    if (stored === null) return undefined;
    const set = unwrapFlagSet(stored, version);
    if (set) {
      flagCacheRequests.inc({ result: 'redis' });
      return set;
    }
    flagCacheRequests.inc({ result: 'corrupt' });
    this.logger.warn({ key: REDIS_KEYS.flagSet(version) }, 'cached flag set is corrupt, evicted');
    void this.ask(() => this.redis.del(REDIS_KEYS.flagSet(version)));
    return undefined;
  }

  private ask<T>(command: () => Promise<T>, withinMs?: number): Promise<T | undefined> {
    return askRedis(this.logger, command, withinMs);
  }
}
