import type { AuthorityRow, FlagSet, KeyNote, RevisionName } from '@burgee/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FlagSetStore } from './flag-set-store.js';
import { FlagShelf } from './flag-shelf.js';
import { LastKnownGoodFiles } from './last-known-good.js';
import { type HeardChange, LastNews } from './last-news.js';
import type { RenderedFlagSet } from './rendered-flag-set.js';

const REFUSED_AT_MOST = 10_000;

/** What is known of one environment. Times are of the clock that only goes forward, `performance.now()`. */
export interface Knowledge {
  /** What was last served of it. */
  name: RevisionName;
  /** The newest revision anybody has spoken of. */
  heard: number;
  /** The keys that opened it, and when each last did. */
  keys: Map<string, number>;
  checkedAt: number;
}

export interface StaleAnswer {
  rendered: RenderedFlagSet;
  ageSeconds: number;
}

/** A time of day as the clock that only goes forward would have shown it; never in the future. */
const toSteady = (at: number) => performance.now() - Math.max(0, Date.now() - at);
/** When that was, ms since 1970. */
export const toTimeOfDay = (steady: number): number => Date.now() - (performance.now() - steady);

/** Word of what a key opens, for another replica. */
export function noteOf({ environmentId, epoch, revision }: RevisionName, checkedAt: number): KeyNote {
  return { v: 1, environment_id: environmentId, epoch, revision, checked_at: toTimeOfDay(checkedAt) };
}

/** What this replica last knew for certain, and the answers it can give from that when Postgres cannot be asked. */
@Injectable()
export class KnownGoodAnswers implements OnModuleInit {
  readonly environments = new Map<string, Knowledge>();
  private readonly environmentOfKey = new Map<string, string>();
  private readonly origins = new Set<string>();
  /** Keys that a check has refused here. What others still say of them counts no more. */
  private readonly refused = new Set<string>();

  constructor(
    private readonly sets: FlagSetStore,
    private readonly files: LastKnownGoodFiles,
    private readonly shelf: FlagShelf,
    private readonly news: LastNews,
  ) {}

  onModuleInit(): void {
    for (const { name, keyHashes, origins, checkedAt } of this.files.labels()) {
      this.know(name, keyHashes, toSteady(checkedAt));
      for (const origin of origins) this.origins.add(origin);
    }
  }

  /** A check said what the key opens, and the body that goes with it was served. */
  learn({ key_hash, environment_id }: AuthorityRow, rendered: RenderedFlagSet): void {
    const { set } = rendered;
    this.news.settle(set);
    const now = performance.now();
    const known = this.environments.get(environment_id);
    const isKnownKey = known?.keys.has(key_hash) ?? false;
    if (known && isKnownKey && known.name.revision === set.revision && known.name.epoch === set.epoch) {
      known.keys.set(key_hash, now);
      known.checkedAt = now;
      known.heard = set.revision;
      return;
    }
    this.refused.delete(key_hash);
    // Of two answers that overtook each other the older one is no news, but for a key that was not known.
    if (known?.name.epoch === set.epoch && set.revision < known.name.revision) {
      if (!isKnownKey) this.learnKey(key_hash, known);
      return;
    }
    this.know(set, [key_hash], now);
    if (!isKnownKey) void this.shelf.note(key_hash, noteOf(set, now));
    this.store(environment_id, rendered);
  }

  /**
   * Postgres says that an environment is still at the revision it was last served at, and that these keys open it.
   * @returns false when that is not what is known of it
   */
  confirm(name: RevisionName, keyHashes: Iterable<string>): boolean {
    const known = this.environments.get(name.environmentId);
    if (!known || known.name.epoch !== name.epoch || known.name.revision !== name.revision) return false;
    const now = performance.now();
    for (const keyHash of keyHashes) {
      if (!known.keys.has(keyHash)) return false;
      known.keys.set(keyHash, now);
    }
    known.checkedAt = now;
    return true;
  }

  /** Postgres says that there is this revision, whether or not its body can be had. */
  hearOf({ environment_id, revision }: AuthorityRow): void {
    const known = this.environments.get(environment_id);
    if (known) known.heard = Math.max(known.heard, revision);
  }

  /** A doorbell or a stream told of a change to an environment that is served here. */
  hear(change: HeardChange): void {
    const known = this.environments.get(change.environmentId);
    if (!known || change.revision <= known.name.revision) return;
    known.heard = Math.max(known.heard, change.revision);
    this.news.hear(change);
  }

  learnOrigin(origin: string, registered: boolean): void {
    if (registered) this.origins.add(origin);
    else this.origins.delete(origin);
  }

  /** A check said that the key opens nothing. What no key opens is forgotten altogether. */
  forgetKey(keyHash: string): void {
    this.refuse(keyHash);
    const environmentId = this.environmentOfKey.get(keyHash);
    const known = this.environments.get(environmentId ?? '');
    if (environmentId === undefined || !known) return;
    this.environmentOfKey.delete(keyHash);
    known.keys.delete(keyHash);
    if (known.keys.size === 0) void this.forget(environmentId);
    else void this.storeAgain(environmentId);
  }

  /** The environment is no more, or nobody can ask for it. */
  async forget(environmentId: string): Promise<void> {
    for (const keyHash of this.environments.get(environmentId)?.keys.keys() ?? [])
      this.environmentOfKey.delete(keyHash);
    this.environments.delete(environmentId);
    this.sets.forget(environmentId);
    await this.files.remove(environmentId);
  }

  isKnownOrigin(origin: string): boolean {
    return this.origins.has(origin);
  }

  /** What the key opened when this replica, or another that left word on the shelf, last asked. */
  async placeOf(keyHash: string): Promise<RevisionName | undefined> {
    if (this.refused.has(keyHash)) return undefined;
    const known = this.environments.get(this.environmentOfKey.get(keyHash) ?? '');
    return known?.name ?? this.placeOnShelf(keyHash);
  }

  /** The newest body known of an environment; it never expires. */
  async answerFor(environmentId: string): Promise<StaleAnswer | undefined> {
    const known = this.environments.get(environmentId);
    const held = known && (await this.bodyOf(known.name));
    if (!held) return undefined;
    const rendered = await this.news.newest(held);
    return { rendered, ageSeconds: Math.max(0, Math.round((performance.now() - known.checkedAt) / 1000)) };
  }

  /** The newest body in memory, if it is there. */
  held(environmentId: string): RenderedFlagSet | undefined {
    return this.sets.held(environmentId);
  }

  get isEmpty(): boolean {
    return this.environmentOfKey.size === 0;
  }

  private async placeOnShelf(keyHash: string): Promise<RevisionName | undefined> {
    const note = await this.shelf.noteOf(keyHash);
    if (!note) return undefined;
    const { environment_id: environmentId, epoch, revision } = note;
    const set = await this.onShelf({ environmentId, epoch, revision });
    if (!set) return undefined;
    const { set: name } = this.sets.adopt(set);
    this.know(name, [keyHash], toSteady(note.checked_at));
    return name;
  }

  private know(
    { environmentId, epoch, revision }: RevisionName,
    keyHashes: readonly string[],
    checkedAt: number,
  ): void {
    const known = this.environments.get(environmentId);
    const keys = known?.keys ?? new Map<string, number>();
    for (const keyHash of keyHashes) {
      keys.set(keyHash, checkedAt);
      this.environmentOfKey.set(keyHash, environmentId);
    }
    const name = { environmentId, epoch, revision };
    this.environments.set(environmentId, {
      name,
      heard: revision,
      keys,
      checkedAt,
    });
  }

  private async bodyOf(name: RevisionName): Promise<RenderedFlagSet | undefined> {
    const held = this.sets.held(name.environmentId);
    if (held) return held;
    const set = (await this.files.read(name.environmentId)) ?? (await this.onShelf(name));
    return set && this.sets.adopt(set);
  }

  /** The newest body in Redis of that history, at that revision or later. */
  private async onShelf(name: RevisionName): Promise<FlagSet | undefined> {
    const { environmentId, epoch, revision } = name;
    return (await this.shelf.newest(environmentId, epoch, revision)) ?? (await this.shelf.get(name));
  }

  private learnKey(keyHash: string, known: Knowledge): void {
    known.keys.set(keyHash, performance.now());
    this.environmentOfKey.set(keyHash, known.name.environmentId);
    void this.shelf.note(keyHash, noteOf(known.name, known.checkedAt));
    void this.storeAgain(known.name.environmentId);
  }

  private refuse(keyHash: string): void {
    if (this.refused.has(keyHash)) return;
    if (this.refused.size >= REFUSED_AT_MOST) this.refused.clear();
    this.refused.add(keyHash);
    void this.shelf.strike(keyHash);
  }

  private async storeAgain(environmentId: string): Promise<void> {
    const known = this.environments.get(environmentId);
    const rendered = known && (await this.bodyOf(known.name));
    if (rendered) this.store(environmentId, rendered);
  }

  private store(environmentId: string, rendered: RenderedFlagSet): void {
    const known = this.environments.get(environmentId);
    if (!known) return;
    const checkedAt = toTimeOfDay(known.checkedAt);
    this.files.store({ set: rendered.set, keyHashes: [...known.keys.keys()], origins: [...this.origins], checkedAt });
  }
}
