import { applyToBody, type FlagChange, type FlagSet, type RevisionName } from '@burgee/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { FlagShelf } from './flag-shelf.js';
import { RenderedFlagSet } from './rendered-flag-set.js';

/** What a doorbell said of one change. */
export type HeardChange = RevisionName & { change: FlagChange };

/** Changes of one environment, and of all: those of an environment that nobody reads would pile up for ever. */
const REMEMBERED_OF_ONE = 1_000;
const REMEMBERED_AT_MOST = 20_000;
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
  private readonly heard = new LRUCache<string, HeardChange[]>({
    maxSize: REMEMBERED_AT_MOST,
    sizeCalculation: (changes) => changes.length,
  });
  /** Purged as they expire: they hold bodies. */
  private readonly searches = new LRUCache<string, Promise<RenderedFlagSet>>({
    ttl: SEARCH_EVERY_MILLISECONDS,
    ttlAutopurge: true,
  });

  constructor(private readonly shelf: FlagShelf) {}

  hear(change: HeardChange): void {
    const others = this.heard.get(change.environmentId) ?? [];
    this.heard.set(change.environmentId, [...others.slice(1 - REMEMBERED_OF_ONE), change]);
    this.searches.delete(change.environmentId);
  }

  /** The newest set known to anybody who can be asked: this replica, Redis, the doorbells. */
  newest(held: RenderedFlagSet): Promise<RenderedFlagSet> {
    const { environmentId } = held.set;
    const last = this.searches.get(environmentId);
    if (last) return last;
    const found = this.search(held);
    this.searches.set(environmentId, found);
    return found;
  }

  /** Postgres has answered for this environment: what it said is the truth, and the rest is forgotten. */
  settle({ environmentId, revision }: FlagSet): void {
    this.searches.delete(environmentId);
    const heard = this.heard.peek(environmentId);
    if (!heard) return;
    const later = heard.filter((one) => one.revision > revision);
    if (later.length > 0) this.heard.set(environmentId, later);
    else this.heard.delete(environmentId);
  }

  private async search(held: RenderedFlagSet): Promise<RenderedFlagSet> {
    const { environmentId, epoch, revision } = held.set;
    const shelved = (await this.shelf.newest(environmentId, epoch, revision)) ?? held.set;
    const newest = bringForward(shelved, this.heard.peek(environmentId) ?? []);
    return newest === held.set ? held : new RenderedFlagSet(newest);
  }
}
