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
import { FairQueue } from '@burgee/process-kit';
import { REDIS } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { AfterCommit, type CacheUpdate } from '../unit-of-work/after-commit.js';

/** From here on, in bytes, a flag set is large. */
const LARGE = 100_000;
/** Bytes of large flag sets that one project may have patched; what is above that is left to the next reader. */
const PATCHES = { perSecond: 4_000_000, burst: 8_000_000, atOnce: 1, atOnceOfOne: 1 };

const previous = (version: FlagSetVersion): FlagSetVersion => ({ ...version, revision: version.revision - 1 });

/** Keeps the flag sets in Redis in step with changes. Readers use it for speed, never to learn what is newest. */
@Injectable()
export class SharedFlagSetCache implements OnApplicationShutdown {
  private readonly patches = new FairQueue(PATCHES);

  constructor(
    afterCommit: AfterCommit,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Pick<FlagsAdminConfig, 'FLAG_CACHE_TTL_SECONDS'>,
  ) {
    afterCommit.register('cache', (messages, update) => this.apply(messages, update));
  }

  async apply(messages: readonly OutboxMessage[], update: CacheUpdate): Promise<void> {
    const audit = messages.find((message) => message.kind === 'audit');
    const project = audit?.payload.project_id ?? '';
    const byEnvironment = new Map<string, OutboxMessage[]>();
    for (const message of messages)
      if (message.environment_id !== null && message.revision !== null) {
        const changes = byEnvironment.get(message.environment_id);
        if (changes) changes.push(message);
        else byEnvironment.set(message.environment_id, [message]);
      }
    await Promise.all([...byEnvironment].map(([id, changes]) => this.applyTo(id, changes, update, project)));
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

  /** @param changes those of one commit, in the order of their revisions; one alone may be patched */
  private async applyTo(
    environmentId: string,
    changes: readonly OutboxMessage[],
    update: CacheUpdate,
    project: string,
  ): Promise<void> {
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first?.revision || !last?.revision) return;
    const { epoch, revision } = last;
    const before = { environmentId, epoch, revision: first.revision - 1 };
    if (first === last && update === 'patch' && first.kind === 'flag_updated' && this.patches.isFree(project))
      await this.patch({ environmentId, epoch, revision }, { kind: first.kind, data: first.payload }, project);
    await Promise.all([
      this.redis.del(REDIS_KEYS.flagSet(before)),
      this.redis.eval(ADVANCE_LATEST, 1, REDIS_KEYS.latest(environmentId), epoch, revision, this.latestMs),
    ]);
  }

  /** Flag set N is flag set N-1 with one flag replaced, and nothing else: no revision is skipped. */
  private async patch(version: FlagSetVersion, change: FlagChange, project: string): Promise<void> {
    const stored = await this.redis.getBuffer(REDIS_KEYS.flagSet(previous(version)));
    const set = stored ? unwrapFlagSet(stored, previous(version)) : undefined;
    if (!set) return;
    if (set.body.length >= LARGE) this.patches.spend(project, set.body.length);
    const next = wrapFlagSet({ ...version, body: applyToBody(set.body, change) });
    await this.redis.set(REDIS_KEYS.flagSet(version), next, 'PX', this.ttlMs, 'NX');
  }
}
