import {
  applyToBody,
  type FlagChange,
  type FlagSet,
  type RevisionName,
  SHELF_KEYS,
  unwrapFlagSet,
} from '@burgee/contracts';
import { LOGGER, REDIS } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RenderedFlagSet } from './rendered-flag-set.js';

/** What a doorbell said of one change. */
export type HeardChange = RevisionName & { change: FlagChange };

interface Search {
  at: number;
  found: Promise<RenderedFlagSet>;
}

const REMEMBERED_AT_MOST = 1_000;
/** Without Postgres hardly anything newer can come to be, and a paused Redis costs each search its 100 ms. */
const SEARCH_EVERY_MILLISECONDS = 1_000;

/** The set with every change applied that follows it without a gap. */
export function bringForward(set: FlagSet, heard: readonly HeardChange[]): FlagSet {
  let { revision, body } = set;
  for (const next of heard.toSorted((a, b) => a.revision - b.revision)) {
    if (next.epoch !== set.epoch || next.revision !== revision + 1) continue;
    revision = next.revision;
    body = applyToBody(body, next.change);
  }
  return revision === set.revision ? set : { ...set, revision, body };
}

/**
 * For the time when Postgres cannot be asked: whether anybody else knows of something newer than this replica has
 * served. Doorbells are only remembered until then, and never believed against Postgres.
 */
@Injectable()
export class LastNews {
  private readonly heard = new Map<string, HeardChange[]>();
  private readonly searches = new Map<string, Search>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  hear(change: HeardChange): void {
    const others = this.heard.get(change.environmentId) ?? [];
    this.heard.set(change.environmentId, [...others.slice(1 - REMEMBERED_AT_MOST), change]);
    this.searches.delete(change.environmentId);
  }

  /** The newest set known to anybody who can be asked: this replica, Redis, the doorbells. */
  newest(held: RenderedFlagSet): Promise<RenderedFlagSet> {
    const { environmentId } = held.set;
    const last = this.searches.get(environmentId);
    if (last && performance.now() - last.at < SEARCH_EVERY_MILLISECONDS) return last.found;
    const found = this.search(held);
    this.searches.set(environmentId, { at: performance.now(), found });
    return found;
  }

  /** Postgres has answered for this environment: what it said is the truth, and the rest is forgotten. */
  settle({ environmentId, revision }: FlagSet): void {
    if (this.searches.size > 0) this.searches.delete(environmentId);
    const heard = this.heard.get(environmentId);
    if (!heard) return;
    const later = heard.filter((one) => one.revision > revision);
    if (later.length > 0) this.heard.set(environmentId, later);
    else this.heard.delete(environmentId);
  }

  private async search(held: RenderedFlagSet): Promise<RenderedFlagSet> {
    const shelved = (await this.onShelf(held.set)) ?? held.set;
    const newest = bringForward(shelved, this.heard.get(held.set.environmentId) ?? []);
    return newest === held.set ? held : new RenderedFlagSet(newest);
  }

  private async onShelf({ environmentId, epoch, revision }: FlagSet): Promise<FlagSet | undefined> {
    try {
      const [headEpoch, headRevision] = await this.redis.hmget(SHELF_KEYS.head(environmentId), 'epoch', 'revision');
      if (headEpoch !== epoch || Number(headRevision) <= revision) return undefined;
      const name = { environmentId, epoch, revision: Number(headRevision) };
      const stored = await this.redis.get(SHELF_KEYS.body(name));
      return stored === null ? undefined : unwrapFlagSet(stored, name);
    } catch (error) {
      this.logger.debug({ err: error }, 'the shelf did not answer');
      return undefined;
    }
  }
}
