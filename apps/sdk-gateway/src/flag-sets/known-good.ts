import type { AuthorityRow } from '@burgee/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FlagSetStore } from './flag-set-store.js';
import { LastKnownGoodFiles } from './last-known-good.js';
import { type HeardChange, LastNews } from './last-news.js';
import type { RenderedFlagSet } from './rendered-flag-set.js';

interface Knowledge {
  keyHashes: Set<string>;
  checkedAt: number;
}

export interface StaleAnswer {
  rendered: RenderedFlagSet;
  ageSeconds: number;
}

/** What this replica last knew for certain, and the answers it can give from that when Postgres cannot be asked. */
@Injectable()
export class KnownGoodAnswers implements OnModuleInit {
  private readonly environments = new Map<string, Knowledge>();
  private readonly environmentOfKey = new Map<string, string>();
  private readonly origins = new Set<string>();
  /** What each file holds, or will when it is written. */
  private readonly stored = new Map<string, RenderedFlagSet>();

  constructor(
    private readonly sets: FlagSetStore,
    private readonly files: LastKnownGoodFiles,
    private readonly news: LastNews,
  ) {}

  onModuleInit(): void {
    for (const { set, keyHashes, origins, checkedAt } of this.files.readAll()) {
      this.sets.adopt(set);
      this.environments.set(set.environmentId, { keyHashes: new Set(keyHashes), checkedAt });
      for (const hash of keyHashes) this.environmentOfKey.set(hash, set.environmentId);
      for (const origin of origins) this.origins.add(origin);
    }
  }

  /** A check said what the key opens, and the body that goes with it was served. */
  learn({ key_hash, environment_id }: AuthorityRow, rendered: RenderedFlagSet): void {
    this.news.settle(rendered.set);
    const known = this.environments.get(environment_id);
    const isNews = !known?.keyHashes.has(key_hash) || this.stored.get(environment_id) !== rendered;
    if (known) known.checkedAt = Date.now();
    if (!isNews) return;
    const keyHashes = known?.keyHashes ?? new Set<string>();
    keyHashes.add(key_hash);
    this.environments.set(environment_id, { keyHashes, checkedAt: Date.now() });
    this.environmentOfKey.set(key_hash, environment_id);
    this.store(environment_id, rendered);
  }

  /** A doorbell told of a change to an environment that is served here. */
  hear(change: HeardChange): void {
    const held = this.sets.held(change.environmentId);
    if (held && change.revision > held.set.revision) this.news.hear(change);
  }

  learnOrigin(origin: string, registered: boolean): void {
    if (registered) this.origins.add(origin);
    else this.origins.delete(origin);
  }

  /** A check said that the key opens nothing. */
  forgetKey(keyHash: string): void {
    const environmentId = this.environmentOfKey.get(keyHash);
    if (environmentId === undefined) return;
    this.environmentOfKey.delete(keyHash);
    this.environments.get(environmentId)?.keyHashes.delete(keyHash);
    const rendered = this.sets.held(environmentId);
    if (rendered) this.store(environmentId, rendered);
  }

  isKnownOrigin(origin: string): boolean {
    return this.origins.has(origin);
  }

  environmentOf(keyHash: string): string | undefined {
    return this.environmentOfKey.get(keyHash);
  }

  /** The newest body known of what the key opened when last seen; it never expires. */
  async answerFor(keyHash: string): Promise<StaleAnswer | undefined> {
    const environmentId = this.environmentOfKey.get(keyHash);
    const held = environmentId === undefined ? undefined : this.sets.held(environmentId);
    if (!held || environmentId === undefined) return undefined;
    const rendered = await this.news.newest(held);
    const checkedAt = this.environments.get(environmentId)?.checkedAt ?? 0;
    return { rendered, ageSeconds: Math.max(0, Math.round((Date.now() - checkedAt) / 1000)) };
  }

  get isEmpty(): boolean {
    return this.environmentOfKey.size === 0;
  }

  private store(environmentId: string, rendered: RenderedFlagSet): void {
    const known = this.environments.get(environmentId);
    this.stored.set(environmentId, rendered);
    this.files.store({
      set: rendered.set,
      keyHashes: [...(known?.keyHashes ?? [])],
      origins: [...this.origins],
      checkedAt: known?.checkedAt ?? Date.now(),
    });
  }
}
