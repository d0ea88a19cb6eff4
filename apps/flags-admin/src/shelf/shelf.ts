import {
  RAISE_HEAD,
  replaceInBody,
  type RevisionName,
  type ServedFlag,
  SHELF_KEYS,
  unwrapFlagSet,
  wrapFlagSet,
} from '@burgee/contracts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { ShelfUpdate } from '../changes/after-commit.js';
import type { Fact } from '../changes/facts.js';
import { CONFIG, type FlagsAdminConfig } from '../config.js';

export const REDIS = Symbol('redis');

/** The ready answers in Redis, kept in step with a change. Readers never trust it for freshness, only for speed. */
@Injectable()
export class Shelf implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: FlagsAdminConfig,
  ) {}

  async apply(facts: readonly Fact[], update: ShelfUpdate): Promise<void> {
    for (const fact of facts) {
      if (fact.revision === null) continue;
      const name = { environmentId: fact.environment_id, epoch: fact.epoch, revision: fact.revision };
      if (update === 'patch' && fact.kind === 'flag_updated') await this.patch(name, fact.payload);
      await this.redis.del(SHELF_KEYS.body({ ...name, revision: name.revision - 1 }));
      await this.redis.eval(RAISE_HEAD, 1, SHELF_KEYS.head(name.environmentId), name.epoch, name.revision);
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** Body N is body N-1 with one flag replaced, and nothing else can be: no revision is skipped. */
  private async patch(name: RevisionName, flag: ServedFlag): Promise<void> {
    const before = { ...name, revision: name.revision - 1 };
    const stored = await this.redis.get(SHELF_KEYS.body(before));
    const set = stored ? unwrapFlagSet(stored, before) : undefined;
    if (!set) return;
    const next = wrapFlagSet({ ...name, body: replaceInBody(set.body, flag) });
    await this.redis.set(SHELF_KEYS.body(name), next, 'PX', this.config.FLAG_CACHE_TTL_SECONDS * 1000, 'NX');
  }
}
