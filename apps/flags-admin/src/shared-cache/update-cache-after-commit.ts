import {
  ADVANCE_LATEST,
  applyToBody,
  type FlagChange,
  type FlagSetVersion,
  latestLifetimeMs,
  REDIS_KEYS,
  unwrapFlagSet,
  wrapFlagSet,
} from '@burgee/contracts/wire';
import type { OutboxMessage } from '@burgee/outbox';
import { REDIS } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { AfterCommit, type CacheUpdate } from '../unit-of-work/after-commit.js';

/**
 * A larger flag set would block the event loop and the connection to Redis. For this long, the next reader loads it
 * instead.
 */
const [PATCHED_BYTES_AT_MOST, LARGE_FOR_MILLISECONDS] = [500_000, 60_000];
const ENVIRONMENTS_AT_MOST = 10_000;

const previous = (version: FlagSetVersion): FlagSetVersion => ({ ...version, revision: version.revision - 1 });

/** Updates the flag sets in Redis after changes. Readers use them for speed, never to find out the newest revision. */
@Injectable()
export class UpdateCacheAfterCommit implements OnApplicationShutdown {
  /** Environments whose flag sets were too large to patch. */
  private readonly large = new LRUCache<string, true>({ max: ENVIRONMENTS_AT_MOST, ttl: LARGE_FOR_MILLISECONDS });

  constructor(
    afterCommit: AfterCommit,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Pick<FlagsAdminConfig, 'FLAG_CACHE_TTL_SECONDS'>,
  ) {
    afterCommit.register('cache', (messages, update) => this.apply(messages, update));
  }

  async apply(messages: readonly OutboxMessage[], update: CacheUpdate): Promise<void> {
    const byEnvironment = new Map<string, OutboxMessage[]>();
    for (const message of messages)
      if (message.environment_id !== null && message.revision !== null) {
        const changes = byEnvironment.get(message.environment_id);
        if (changes) changes.push(message);
        else byEnvironment.set(message.environment_id, [message]);
      }
    await Promise.all([...byEnvironment].map(([id, changes]) => this.applyTo(id, changes, update)));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private get ttlMs(): number {
    return this.config.FLAG_CACHE_TTL_SECONDS * 1_000;
  }

  private get latestMs(): number {
    return latestLifetimeMs(this.ttlMs);
  }

  /** @param changes the changes of one commit, in the order of revisions. Only a single change can be patched. */
  private async applyTo(environmentId: string, changes: readonly OutboxMessage[], update: CacheUpdate): Promise<void> {
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first?.revision || !last?.revision) return;
    const { epoch, revision } = last;
    const before = { environmentId, epoch, revision: first.revision - 1 };
    if (first === last && update === 'patch' && first.kind === 'flag_updated')
      await this.patch({ environmentId, epoch, revision }, { kind: first.kind, data: first.payload });
    await Promise.all([
      this.redis.del(REDIS_KEYS.flagSet(before)),
      this.redis.eval(ADVANCE_LATEST, 1, REDIS_KEYS.latest(environmentId), epoch, revision, this.latestMs),
    ]);
  }

  /** Flag set N must be flag set N-1 with one flag replaced, so no revision is skipped. */
  private async patch(version: FlagSetVersion, change: FlagChange): Promise<void> {
    const { environmentId } = version;
    if (this.large.has(environmentId)) return;
    const stored = await this.redis.getBuffer(REDIS_KEYS.flagSet(previous(version)));
    if ((stored?.length ?? 0) > PATCHED_BYTES_AT_MOST) this.large.set(environmentId, true);
    const set = stored ? unwrapFlagSet(stored, previous(version)) : undefined;
    if (!set) return;
    const next = wrapFlagSet({ ...version, body: applyToBody(set.body, change) });
    await this.redis.set(REDIS_KEYS.flagSet(version), next, 'PX', this.ttlMs, 'NX');
  }
}
