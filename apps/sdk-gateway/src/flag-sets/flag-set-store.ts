import {
  type AuthorityRow,
  type FlagSet,
  flagSetBody,
  RAISE_HEAD,
  type RevisionName,
  SHELF_KEYS,
  unwrapFlagSet,
  wrapFlagSet,
} from '@burgee/contracts';
import { LOGGER, REDIS, unavailable } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { ReadViews } from '../database/read-views.js';
import { flagCacheRequests } from '../metrics.js';
import { fellBehind, History } from './history.js';
import { RenderedFlagSet } from './rendered-flag-set.js';

const sameRevision = (a: RevisionName, b: RevisionName) => a.epoch === b.epoch && a.revision === b.revision;

/** Bodies by their revision: memory, then the shelf in Redis, then Postgres. Each is loaded and rendered once a replica. */
@Injectable()
export class FlagSetStore implements OnApplicationShutdown {
  private readonly newest = new Map<string, RenderedFlagSet>();
  private readonly loading = new Map<string, Promise<RenderedFlagSet>>();

  constructor(
    private readonly views: ReadViews,
    private readonly history: History,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: SdkGatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The set at that revision or, when it has moved on meanwhile, at a later one. @throws when it cannot be loaded */
  get(authority: AuthorityRow): RenderedFlagSet | Promise<RenderedFlagSet> {
    const name = { environmentId: authority.environment_id, epoch: authority.epoch, revision: authority.revision };
    const held = this.newest.get(name.environmentId);
    if (held && sameRevision(held.set, name)) {
      flagCacheRequests.inc({ result: 'memory' });
      return held;
    }
    return this.loadOnce(name);
  }

  /** The newest set this replica holds, current or not. */
  held(environmentId: string): RenderedFlagSet | undefined {
    return this.newest.get(environmentId);
  }

  /** Takes a set from elsewhere (a file) when there is nothing newer. */
  adopt(set: FlagSet): void {
    if (!this.newest.has(set.environmentId)) this.newest.set(set.environmentId, new RenderedFlagSet(set));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private loadOnce(name: RevisionName): Promise<RenderedFlagSet> {
    const key = SHELF_KEYS.body(name);
    const under = this.loading.get(key);
    if (under) return under;
    const load = this.load(name).finally(() => this.loading.delete(key));
    this.loading.set(key, load);
    return load;
  }

  private async load(name: RevisionName): Promise<RenderedFlagSet> {
    const known = this.newest.get(name.environmentId)?.set;
    const suspect = known !== undefined && fellBehind(name, known);
    if (suspect) await this.history.report(known);
    // Under a name that was given out twice, the shelf may hold the other content: only Postgres is asked.
    const set = (suspect ? undefined : await this.fromShelf(name)) ?? (await this.fromPostgres(name));
    const rendered = new RenderedFlagSet(set);
    const held = this.newest.get(set.environmentId)?.set;
    // A slow load must not put an older set over a newer one of the same history.
    if (!held || held.epoch !== set.epoch || held.revision <= set.revision)
      this.newest.set(set.environmentId, rendered);
    return rendered;
  }

  private async fromShelf(name: RevisionName): Promise<FlagSet | undefined> {
    try {
      const stored = await this.redis.get(SHELF_KEYS.body(name));
      const set = stored === null ? undefined : unwrapFlagSet(stored, name);
      if (stored !== null && !set) await this.redis.del(SHELF_KEYS.body(name));
      if (set) flagCacheRequests.inc({ result: 'redis' });
      return set;
    } catch (error) {
      this.logger.debug({ err: error }, 'the shelf did not answer');
      return undefined;
    }
  }

  /** Read in one snapshot with its own revision, and labelled with that. */
  private async fromPostgres({ environmentId }: RevisionName): Promise<FlagSet> {
    flagCacheRequests.inc({ result: 'postgres' });
    const row = await this.views.flagSet(environmentId);
    if (!row) throw unavailable();
    const set = { environmentId, epoch: row.epoch, revision: row.revision, body: flagSetBody(row.flags) };
    this.putOnShelf(set).catch((error: unknown) => this.logger.debug({ err: error }, 'the shelf did not answer'));
    return set;
  }

  private async putOnShelf(set: FlagSet): Promise<void> {
    const lifetime = this.config.FLAG_CACHE_TTL_SECONDS * 1000;
    await this.redis.set(SHELF_KEYS.body(set), wrapFlagSet(set), 'PX', lifetime);
    await this.redis.eval(RAISE_HEAD, 1, SHELF_KEYS.head(set.environmentId), set.epoch, set.revision);
  }
}
