import { type AuthorityRow, type FlagSet, flagSetBody, type RevisionName, SHELF_KEYS } from '@burgee/contracts';
import { unavailable } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Authority } from '../authority/authority.js';
import { whileAlive } from '../authority/in-time.js';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { ReadViews } from '../database/read-views.js';
import { flagCacheRequests } from '../metrics.js';
import { BodyMemory } from './body-memory.js';
import { FlagShelf } from './flag-shelf.js';
import { fellBehind, History } from './history.js';
import { LastKnownGoodFiles } from './last-known-good.js';
import { RenderedFlagSet } from './rendered-flag-set.js';

/** A load that takes longer makes one ask whether Postgres still lives. */
const SLOW_LOAD_MILLISECONDS = 50;

const sameRevision = (a: RevisionName, b: RevisionName) => a.epoch === b.epoch && a.revision === b.revision;

/** Bodies by their revision: memory, then the shelf in Redis, then Postgres. Each is loaded and rendered once a replica. */
@Injectable()
export class FlagSetStore {
  private readonly newest: BodyMemory;
  private readonly loading = new Map<string, Promise<RenderedFlagSet>>();

  constructor(
    private readonly views: ReadViews,
    private readonly authority: Authority,
    private readonly history: History,
    private readonly shelf: FlagShelf,
    private readonly files: LastKnownGoodFiles,
    @Inject(CONFIG) config: SdkGatewayConfig,
  ) {
    this.newest = new BodyMemory(config.FLAG_MEMORY_MB * 1_000_000, ({ set }) => files.holds(set));
  }

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

  /** The newest set this replica has in memory, current or not. */
  held(environmentId: string): RenderedFlagSet | undefined {
    return this.newest.get(environmentId);
  }

  /** Takes a set from elsewhere (a file, the shelf) when there is nothing newer. @returns what is held now */
  adopt(set: FlagSet): RenderedFlagSet {
    const held = this.newest.get(set.environmentId);
    if (held && (held.set.epoch !== set.epoch || held.set.revision >= set.revision)) return held;
    const rendered = new RenderedFlagSet(set);
    this.newest.put(rendered);
    return rendered;
  }

  /** The environment is no more. */
  forget(environmentId: string): void {
    this.newest.delete(environmentId);
  }

  /** Bytes that bodies take in memory, about. */
  get bytes(): number {
    return this.newest.size;
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
    const set = await this.find(name);
    const rendered = new RenderedFlagSet(set);
    const held = this.newest.get(set.environmentId)?.set;
    // A slow load must not put an older set over a newer one of the same history.
    if (!held || held.epoch !== set.epoch || held.revision <= set.revision) this.newest.put(rendered);
    return rendered;
  }

  private async find(name: RevisionName): Promise<FlagSet> {
    const known = this.newest.get(name.environmentId)?.set ?? this.files.nameOf(name.environmentId);
    if (known && fellBehind(name, known)) {
      await this.whileAlive(this.history.report(known));
      // Under a name that was given out twice, the shelf may hold the other content: only Postgres is asked.
      return this.whileAlive(this.fromPostgres(name));
    }
    return this.whileAlive(this.shelf.getOrLoad(name, () => this.fromPostgres(name)));
  }

  /** A large set may take its time; a Postgres that was paused between the check and this may not. */
  private whileAlive<T>(work: Promise<T>): Promise<T> {
    return whileAlive(work, () => this.authority.ping(), SLOW_LOAD_MILLISECONDS);
  }

  /** Read in one snapshot with its own revision, and labelled with that. */
  private async fromPostgres({ environmentId }: RevisionName): Promise<FlagSet> {
    flagCacheRequests.inc({ result: 'postgres' });
    const row = await this.views.flagSet(environmentId);
    if (!row) throw unavailable();
    return { environmentId, epoch: row.epoch, revision: row.revision, body: flagSetBody(row.flags) };
  }
}
