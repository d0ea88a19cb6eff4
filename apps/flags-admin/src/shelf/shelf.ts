import {
  applyToBody,
  type FlagChange,
  RAISE_HEAD,
  type RevisionName,
  SHELF_KEYS,
  unwrapFlagSet,
  wrapFlagSet,
} from '@burgee/contracts';
import { REDIS } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { ShelfUpdate } from '../changes/after-commit.js';
import type { StoredFact } from '../changes/facts.js';
import { CONFIG, type FlagsAdminConfig } from '../config.js';

const before = (name: RevisionName): RevisionName => ({ ...name, revision: name.revision - 1 });

/** The ready answers in Redis, kept in step with a change. Readers never trust it for freshness, only for speed. */
@Injectable()
export class Shelf implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: FlagsAdminConfig,
  ) {}

  async apply(facts: readonly StoredFact[], update: ShelfUpdate): Promise<void> {
    await Promise.all(facts.map((fact) => this.applyOne(fact, update)));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async applyOne(fact: StoredFact, update: ShelfUpdate): Promise<void> {
    const { environment_id: environmentId, epoch, revision } = fact;
    if (environmentId === null || revision === null) return;
    const name = { environmentId, epoch, revision };
    if (update === 'patch' && fact.kind === 'flag_updated')
      await this.patch(name, { kind: fact.kind, data: fact.payload });
    await Promise.all([
      this.redis.del(SHELF_KEYS.body(before(name))),
      this.redis.eval(RAISE_HEAD, 1, SHELF_KEYS.head(environmentId), epoch, revision),
    ]);
  }

  /** Body N is body N-1 with one flag replaced, and nothing else can be: no revision is skipped. */
  private async patch(name: RevisionName, change: FlagChange): Promise<void> {
    const stored = await this.redis.get(SHELF_KEYS.body(before(name)));
    const set = stored ? unwrapFlagSet(stored, before(name)) : undefined;
    if (!set) return;
    const next = wrapFlagSet({ ...name, body: applyToBody(set.body, change) });
    await this.redis.set(SHELF_KEYS.body(name), next, 'PX', this.config.FLAG_CACHE_TTL_SECONDS * 1000, 'NX');
  }
}
