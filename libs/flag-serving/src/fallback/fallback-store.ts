import { type FlagSetVersion, isSamePosition } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { ageOf, toSteady, toTimeOfDay } from '../source/as-of.js';
import type { FallbackFiles } from './fallback-files.js';
import { FallbackMemory, type KnownEnvironment, noteOf, type Observation } from './fallback-memory.js';
import { KnownFlagSets, type SharedFallback } from './known-flag-sets.js';
import type { StoredAnswer } from './stored-answer.js';

export interface FallbackAnswer {
  rendered: RenderedFlagSet;
  /** Seconds since it was last confirmed as current. */
  ageSeconds: number;
  /** The same moment by `performance.now()`. */
  asOf: number;
}

type ObservationOf<K extends Observation['kind']> = Extract<Observation, { kind: K }>;

/** The last known good answers, in memory and on disk. Observations go in through `record`. Entries never expire. */
export class FallbackStore {
  private readonly memory = new FallbackMemory();
  private readonly sets: KnownFlagSets;

  constructor(
    private readonly cache: FlagSetCache,
    private readonly files: FallbackFiles,
    private readonly shared: SharedFallback,
    private readonly logger: Pick<Logger, 'debug'>,
  ) {
    this.sets = new KnownFlagSets(cache, files, shared);
    for (const { version, keyHashes, checkedAt } of files.labels())
      this.memory.put(version, keyHashes, toSteady(checkedAt));
  }

  get environments(): ReadonlyMap<string, KnownEnvironment> {
    return this.memory.environments;
  }

  get isEmpty(): boolean {
    return this.memory.isEmpty;
  }

  get origins(): readonly string[] {
    return this.files.origins.all();
  }

  knowsOrigin(origin: string): boolean {
    return this.files.origins.has(origin);
  }

  record(observation: Observation): void {
    if (observation.kind === 'served') this.recordServed(observation);
    else if (observation.kind === 'current') this.recordCurrent(observation);
    else if (observation.kind === 'newer-version') this.raiseLatest(observation.version);
    else if (observation.kind === 'change') this.recordChange(observation);
    else if (observation.kind === 'origin') this.files.origins.record(observation.origin, observation.registered);
    else if (observation.kind === 'key-refused') this.forgetKey(observation.keyHash);
    else void this.forgetEnvironment(observation.environmentId);
  }

  /** The version that the key opened when this replica, or another that left a note, last queried the source. */
  async versionFor(keyHash: string): Promise<FlagSetVersion | undefined> {
    if (this.memory.isRefused(keyHash)) return undefined;
    return this.memory.ofKey(keyHash)?.version ?? this.versionFromNote(keyHash);
  }

  /** The latest flag set from memory, file, shared cache and reported changes. */
  async answerFor(environmentId: string): Promise<FallbackAnswer | undefined> {
    const known = this.memory.environments.get(environmentId);
    const stored = known && (await this.sets.stored(known.version));
    if (!stored) return undefined;
    const rendered = await this.sets.latest(stored);
    const { checkedAt } = known;
    return { rendered, ageSeconds: ageOf(checkedAt), asOf: checkedAt };
  }

  private recordServed({ keyHash, rendered, asOf }: ObservationOf<'served'>): void {
    const { set } = rendered;
    const known = this.memory.environments.get(set.environmentId);
    const isKnownKey = known?.keys.has(keyHash) ?? false;
    if (known && isKnownKey && rendered.isAt(known.version) && !this.files.lost.has(set.environmentId)) {
      known.keys.set(keyHash, asOf);
      known.checkedAt = Math.max(known.checkedAt, asOf);
      known.latestRevision = set.revision;
      return;
    }
    this.sets.confirmed(set);
    if (!this.memory.accept(keyHash, asOf)) return;
    // Answers can overtake each other: from an older one, only its key counts.
    if (known?.version.epoch === set.epoch && set.revision < known.version.revision) {
      if (!isKnownKey) this.addKey(keyHash, known, asOf);
      return;
    }
    this.memory.put(set, [keyHash], asOf);
    if (!isKnownKey) void this.shared.putKeyNote(keyHash, noteOf({ version: set, checkedAt: asOf }));
    this.store(rendered);
  }

  private recordCurrent(observation: ObservationOf<'current'>): void {
    const { version, keyHashes, asOf } = observation;
    const known = this.memory.environments.get(version.environmentId);
    if (!known || !isSamePosition(known.version, version) || ![...keyHashes].every((key) => known.keys.has(key))) {
      void this.loadCurrent(observation);
      return;
    }
    for (const keyHash of keyHashes) known.keys.set(keyHash, asOf);
    known.checkedAt = Math.max(known.checkedAt, asOf);
    if (this.files.lost.has(version.environmentId)) this.storeCached(version);
  }

  private async loadCurrent({ version, keyHashes, asOf }: ObservationOf<'current'>): Promise<void> {
    try {
      const rendered = await this.cache.get(version);
      for (const keyHash of keyHashes) this.recordServed({ kind: 'served', keyHash, rendered, asOf });
    } catch (error) {
      this.logger.debug({ err: error }, 'loading the flag set of a stream failed, the next reconciliation retries');
    }
  }

  private raiseLatest({ environmentId, revision }: FlagSetVersion): void {
    const known = this.memory.environments.get(environmentId);
    if (known) known.latestRevision = Math.max(known.latestRevision, revision);
  }

  /** Ignores environments that are not read here. */
  private recordChange({ change }: ObservationOf<'change'>): void {
    const known = this.memory.environments.get(change.environmentId);
    if (!known || change.revision <= known.version.revision) return;
    this.raiseLatest(change);
    this.sets.reported(change);
  }

  /** Forgets the key, and the environment if no key is left. */
  private forgetKey(keyHash: string): void {
    if (this.memory.refuse(keyHash)) void this.shared.deleteKeyNote(keyHash);
    const known = this.memory.removeKey(keyHash);
    if (known?.keys.size === 0) void this.forgetEnvironment(known.version.environmentId);
    else if (known) void this.storeWithoutKey(known.version);
  }

  private async forgetEnvironment(environmentId: string): Promise<void> {
    this.memory.delete(environmentId);
    this.cache.delete(environmentId);
    await this.files.remove(environmentId);
  }

  private addKey(keyHash: string, known: KnownEnvironment, asOf: number): void {
    this.memory.addKey(known, keyHash, asOf);
    void this.shared.putKeyNote(keyHash, noteOf(known));
    void this.storeAgain(known.version);
  }

  private async storeAgain(version: FlagSetVersion): Promise<void> {
    const rendered = await this.sets.stored(version);
    if (rendered) this.store(rendered);
  }

  private storeCached(version: FlagSetVersion): void {
    const cached = this.cache.inMemory(version.environmentId);
    if (cached && isSamePosition(cached.set, version)) this.store(cached);
  }

  private async storeWithoutKey(version: FlagSetVersion): Promise<void> {
    const rendered = await this.sets.stored(version);
    const answer = rendered && this.answerOf(rendered);
    if (answer) this.files.storeWithoutKey(answer);
    else await this.files.remove(version.environmentId);
  }

  private store(rendered: RenderedFlagSet): void {
    const answer = this.answerOf(rendered);
    if (answer) this.files.store(answer);
  }

  private answerOf({ set }: RenderedFlagSet): StoredAnswer | undefined {
    const known = this.memory.environments.get(set.environmentId);
    if (!known) return undefined;
    const { keys, checkedAt } = known;
    return { set, keyHashes: [...keys.keys()], checkedAt: toTimeOfDay(checkedAt) };
  }

  private async versionFromNote(keyHash: string): Promise<FlagSetVersion | undefined> {
    const note = await this.shared.keyNote(keyHash);
    if (!note) return undefined;
    const { environment_id: environmentId, epoch, revision } = note;
    const shared = await this.sets.shared({ environmentId, epoch, revision });
    if (!shared) return undefined;
    const { set } = this.cache.adopt(shared);
    this.memory.put(set, [keyHash], toSteady(note.checked_at));
    return set;
  }
}
