import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type FlagSet,
  GET_OR_LEASE,
  type KeyNote,
  RAISE_HEAD,
  RELEASE_LEASE,
  type RevisionName,
  SHELF_KEYS,
  unwrapFlagSet,
  wrapFlagSet,
} from '@burgee/contracts';
import { LOGGER, REDIS } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { inTime } from '../authority/in-time.js';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { flagCacheRequests } from '../metrics.js';

/** What Redis may cost one who is waiting. */
const ANSWERS_WITHIN_MILLISECONDS = 100;
/** What nobody waits for may take longer. */
const IN_THE_BACKGROUND_MILLISECONDS = 1_000;
/** What waiting for another replica's load may cost; then one loads for oneself. */
const WAIT_FOR_OTHERS_MILLISECONDS = 250;
const LOOK_EVERY_MILLISECONDS = 10;
/** A lease whose holder died is gone after this; nobody waits that long for it. */
const LEASE_MILLISECONDS = 1_000;
/** What `GET_OR_LEASE` says when there is no body. */
const [HELD_BY_ANOTHER, MINE] = [0, 1];

type ShelfConfig = Pick<SdkGatewayConfig, 'FLAG_CACHE_TTL_SECONDS'>;

/** Redis, where ready-made bodies lie. It may be gone, empty, slow or lying at any time, and nobody notices but by speed. */
@Injectable()
export class FlagShelf implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: ShelfConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The body of that name, if it is there and is what it says it is; one that is not is taken off the shelf. */
  async get(name: RevisionName): Promise<FlagSet | undefined> {
    return this.tried(async () => this.checked(await this.redis.get(SHELF_KEYS.body(name)), name));
  }

  /** The newest body that lies there of an environment, of that epoch if one is given. */
  async newest(environmentId: string, epoch?: string, above = -1): Promise<FlagSet | undefined> {
    return this.tried(async () => {
      const [head, revision] = await this.redis.hmget(SHELF_KEYS.head(environmentId), 'epoch', 'revision');
      if (!head || (epoch !== undefined && head !== epoch) || Number(revision) <= above) return undefined;
      return this.get({ environmentId, epoch: head, revision: Number(revision) });
    });
  }

  /**
   * The body of that name, or else what `load` gives: one replica loads, the others wait a moment for what it puts on the
   * shelf. Nothing hangs on it but how often Postgres is asked: without Redis, or when that one is slow or dies, each loads
   * for itself.
   */
  async getOrLoad(name: RevisionName, load: () => Promise<FlagSet>): Promise<FlagSet> {
    const token = randomUUID();
    const [body, lease] = [SHELF_KEYS.body(name), SHELF_KEYS.lease(name)];
    const found = await this.tried(() => this.redis.eval(GET_OR_LEASE, 2, body, lease, token, LEASE_MILLISECONDS));
    const set =
      found === HELD_BY_ANOTHER
        ? await this.tried(() => this.fromOther(name), 2 * WAIT_FOR_OTHERS_MILLISECONDS)
        : typeof found === 'string' && this.checked(found, name);
    if (set) return set;
    const release = () => found === MINE && this.tried(() => this.redis.eval(RELEASE_LEASE, 1, lease, token));
    try {
      const loaded = await load();
      void this.put(loaded).then(release);
      return loaded;
    } catch (error) {
      void release();
      throw error;
    }
  }

  /** Lays a body on the shelf, for as long as bodies stay there. */
  async put(set: FlagSet): Promise<void> {
    await this.tried(async () => {
      await this.redis.set(SHELF_KEYS.body(set), wrapFlagSet(set), 'PX', this.lifetime);
      await this.redis.eval(RAISE_HEAD, 1, SHELF_KEYS.head(set.environmentId), set.epoch, set.revision);
    }, IN_THE_BACKGROUND_MILLISECONDS);
  }

  /** Makes a body that is in use stay longer; one that has gone is put back. */
  async keep(set: FlagSet): Promise<void> {
    await this.tried(async () => {
      if ((await this.redis.pexpire(SHELF_KEYS.body(set), this.lifetime)) === 0) await this.put(set);
    }, IN_THE_BACKGROUND_MILLISECONDS);
  }

  /** Leaves word of what a key opens, for a replica that has never seen it. It goes with the bodies. */
  async note(keyHash: string, note: KeyNote): Promise<void> {
    await this.tried(() => this.redis.set(SHELF_KEYS.key(keyHash), JSON.stringify(note), 'PX', this.lifetime));
  }

  async noteOf(keyHash: string): Promise<KeyNote | undefined> {
    return this.tried(async () => {
      const note = JSON.parse((await this.redis.get(SHELF_KEYS.key(keyHash))) ?? 'null') as KeyNote | null;
      return note?.v === 1 ? note : undefined;
    });
  }

  /** A key opens nothing any more. */
  async strike(keyHash: string): Promise<void> {
    await this.tried(() => this.redis.del(SHELF_KEYS.key(keyHash)));
  }

  /** Calls back whenever Redis is there again, with nothing in it perhaps. */
  onReturn(callback: () => void): void {
    this.redis.on('ready', callback);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private get lifetime(): number {
    return this.config.FLAG_CACHE_TTL_SECONDS * 1000;
  }

  private async fromOther(name: RevisionName): Promise<FlagSet | undefined> {
    const until = performance.now() + WAIT_FOR_OTHERS_MILLISECONDS;
    while (performance.now() < until) {
      // In this order: whoever gives the lease back has put the body there before.
      const [lease, stored] = await Promise.all([
        this.redis.get(SHELF_KEYS.lease(name)),
        this.redis.get(SHELF_KEYS.body(name)),
      ]);
      const set = this.checked(stored, name);
      if (set || lease === null) return set;
      await delay(LOOK_EVERY_MILLISECONDS);
    }
    return undefined;
  }

  private checked(stored: string | null, name: RevisionName): FlagSet | undefined {
    if (stored === null) return undefined;
    const set = unwrapFlagSet(stored, name);
    if (set) {
      flagCacheRequests.inc({ result: 'redis' });
      return set;
    }
    flagCacheRequests.inc({ result: 'poisoned' });
    this.logger.warn({ key: SHELF_KEYS.body(name) }, 'what lay on the shelf is not what it says; it was taken away');
    void this.tried(() => this.redis.del(SHELF_KEYS.body(name)));
    return undefined;
  }

  private async tried<T>(step: () => Promise<T>, withinMs = ANSWERS_WITHIN_MILLISECONDS): Promise<T | undefined> {
    try {
      return await inTime(withinMs, step());
    } catch (error) {
      this.logger.debug({ err: error }, 'the shelf did not answer');
      return undefined;
    }
  }
}
