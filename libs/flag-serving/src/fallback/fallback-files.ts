import { readdirSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FlagSet, FlagSetVersion } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { StoredVersions } from '../flag-set/flag-set-cache.js';
import { ConfirmedTogether } from './confirmed-together.js';
import { KnownOrigins } from './known-origins.js';
import { type Limiter, PacedWrites } from './paced-writes.js';
import { formatAnswer, readLabel, readSet, type StoredAnswer, type StoredLabel } from './stored-answer.js';
import { writeWholeFile } from './write-whole-file.js';

const SUFFIX = '.v1';

export interface FallbackFilesOptions {
  /** Called when a write fails. */
  onFailure?: () => void;
  /** Called when a file is deleted because the folder is full. */
  onGivenUp?: () => void;
  /** Limits concurrent writes; left out: two at a time. */
  limit?: Limiter;
  /** Size limit of all files; left out: none. */
  bytesAtMost?: number;
  /** Size limit of all flag sets in the write queue; left out: none. */
  waitingBytesAtMost?: number;
}

/**
 * Sizes of environments within a budget. @param evicted is called for evicted environments, least recently used first
 */
const environmentsUpTo = (bytes: number, evicted: (environmentId: string) => void) =>
  new LRUCache<string, number>({
    maxSize: bytes,
    sizeCalculation: (size) => size,
    disposeAfter: (_, environmentId, reason) => {
      if (reason === 'evict') evicted(environmentId);
    },
  });

/**
 * The disk store of the fallback, one file per environment: a label, then the flag set as in the shared cache. Files
 * are separate, so that one environment cannot make another's grow; their total size is bounded. A file's modification
 * time says when it was last confirmed individually; `together` holds the time of joint confirmations.
 */
export class FallbackFiles implements StoredVersions {
  readonly origins: KnownOrigins;
  readonly together: ConfirmedTogether;
  /** The next operation per file; undefined = delete it. */
  private readonly pending = new Map<string, StoredAnswer | undefined>();
  private readonly writing = new Map<string, Promise<void>>();
  /** The version in each file. */
  private readonly written = new Map<string, FlagSetVersion>();
  private readonly pace: PacedWrites;
  /** Sizes of files. Writing or confirming a file counts as use. */
  private readonly room: LRUCache<string, number>;
  /** Sizes of flag sets that wait to be written or are being written. */
  private readonly waiting: LRUCache<string, number>;
  /**
   * Environments dropped from the write queue, which have to be stored again. A property, since each read checks it.
   */
  readonly lost = new Set<string>();
  /** Environments whose file names a revoked key and still has to be replaced or deleted. */
  private readonly outdated = new Set<string>();

  /** @param folder has to exist */
  constructor(
    private readonly folder: string,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly options: FallbackFilesOptions = {},
  ) {
    this.pace = new PacedWrites(options.limit);
    const { bytesAtMost = Number.MAX_SAFE_INTEGER, waitingBytesAtMost = Number.MAX_SAFE_INTEGER } = options;
    this.room = environmentsUpTo(bytesAtMost, (one) => void this.giveUp(one));
    this.waiting = environmentsUpTo(waitingBytesAtMost, (one) => this.stopWaiting(one));
    this.origins = new KnownOrigins(join(folder, 'origins.json'), logger, options.onFailure);
    this.together = new ConfirmedTogether(join(folder, 'confirmed.json'), logger, options.onFailure);
  }

  /** Reads the labels of all files, but no flag sets. Called once at the start; files beyond the limit are deleted. */
  labels(): StoredLabel[] {
    const names = readdirSync(this.folder).filter((name) => name.endsWith(SUFFIX));
    const found = names.flatMap((name) => this.labelOf(name.slice(0, -SUFFIX.length)) ?? []);
    const files = found.toSorted((a, b) => a.checkedAt - b.checkedAt);
    for (const { version, size } of files)
      if (!this.hasRoom(version.environmentId, size)) void this.giveUp(version.environmentId);
    return files;
  }

  /** The flag set in a file; undefined when there is none or it is corrupt. */
  async read(environmentId: string): Promise<FlagSet | undefined> {
    try {
      return await readSet(this.fileOf(environmentId), environmentId);
    } catch (error) {
      this.warnCorrupt(environmentId, error);
      return undefined;
    }
  }

  /** Whether exactly this version is on disk. */
  has({ environmentId, epoch, revision }: FlagSetVersion): boolean {
    const written = this.written.get(environmentId);
    return written?.revision === revision && written.epoch === epoch;
  }

  /**
   * A set in the write queue exists only in memory. A set that could not be written or was dropped is read again from
   * the source.
   */
  isEvictable(version: FlagSetVersion): boolean {
    return this.has(version) || !this.waiting.has(version.environmentId);
  }

  /** The version on disk. */
  versionOf(environmentId: string): FlagSetVersion | undefined {
    return this.written.get(environmentId);
  }

  /** Stores an answer. Of several in a row, only the last is written. */
  store(answer: StoredAnswer): void {
    const { environmentId, body } = answer.set;
    this.lost.delete(environmentId);
    void this.next(environmentId, answer);
    this.waiting.set(environmentId, body.length);
    if (!this.waiting.has(environmentId)) this.stopWaiting(environmentId);
  }

  /**
   * Replaces the file by one without a revoked key. If that cannot be written, the file is deleted: no file is better
   * than one that accepts the key.
   */
  storeWithoutKey(answer: StoredAnswer): void {
    this.outdated.add(answer.set.environmentId);
    this.store(answer);
  }

  /** Deletes the file, unless a later call stores it again. Resolves when it is deleted. */
  remove(environmentId: string): Promise<void> {
    this.waiting.delete(environmentId);
    this.lost.delete(environmentId);
    this.outdated.add(environmentId);
    return this.next(environmentId, undefined);
  }

  /** Retries to delete files that could be neither replaced nor deleted. */
  removeOutdated(): void {
    for (const one of this.outdated) if (!this.writing.has(one)) void this.next(one, undefined);
  }

  /** Records that the file was current at that moment, ms since 1970. @returns false while it is being written */
  async confirm(environmentId: string, at: number): Promise<boolean> {
    if (this.writing.has(environmentId) || !this.written.has(environmentId)) return false;
    this.used(environmentId);
    await utimes(this.fileOf(environmentId), at / 1000, at / 1000).catch(() => undefined);
    return true;
  }

  /** Marks it as recently used. */
  used(environmentId: string): void {
    this.room.get(environmentId);
  }

  /** Resolves when everything is on disk; call once, at the end. */
  async flush(): Promise<void> {
    this.pace.hurry();
    await Promise.all([...this.writing.values(), this.origins.flush()]);
  }

  private next(environmentId: string, next: StoredAnswer | undefined): Promise<void> {
    this.pending.set(environmentId, next);
    const underway = this.writing.get(environmentId);
    if (underway) return underway;
    const writing = this.doPending(environmentId).finally(() => this.writing.delete(environmentId));
    this.writing.set(environmentId, writing);
    return writing;
  }

  private async doPending(environmentId: string): Promise<void> {
    while (this.pending.has(environmentId)) await this.pace.run(() => this.doNext(environmentId));
  }

  /** Writes the latest pending answer, which may have replaced an earlier one in the queue. @returns bytes */
  private async doNext(environmentId: string): Promise<number> {
    const next = this.pending.get(environmentId);
    if (!this.pending.delete(environmentId)) return 0;
    try {
      const bytes = await (next ? this.write(next) : this.erase(environmentId));
      if (!this.pending.has(environmentId)) this.outdated.delete(environmentId);
      return bytes;
    } catch (error) {
      this.warnFailed(environmentId, error);
      if (next && this.outdated.has(environmentId)) this.deleteNext(environmentId);
      return 0;
    } finally {
      if (!this.pending.has(environmentId)) this.waiting.delete(environmentId);
    }
  }

  /** Deletes the file after a failed write, unless another operation is pending. */
  private deleteNext(environmentId: string): void {
    this.lost.add(environmentId);
    if (!this.pending.has(environmentId)) this.pending.set(environmentId, undefined);
  }

  private async erase(environmentId: string): Promise<number> {
    this.written.delete(environmentId);
    this.room.delete(environmentId);
    await rm(this.fileOf(environmentId), { force: true });
    return 0;
  }

  private async giveUp(environmentId: string): Promise<void> {
    this.options.onGivenUp?.();
    try {
      await this.erase(environmentId);
    } catch (error) {
      this.warnFailed(environmentId, error);
    }
  }

  /** Makes room for the file, evicting others if needed. */
  private hasRoom(environmentId: string, bytes: number): boolean {
    return this.room.set(environmentId, bytes).has(environmentId);
  }

  /** Drops it from the write queue; it has to be stored again. */
  private stopWaiting(environmentId: string): void {
    this.options.onGivenUp?.();
    if (this.outdated.has(environmentId)) this.pending.set(environmentId, undefined);
    else this.pending.delete(environmentId);
    this.lost.add(environmentId);
  }

  private fileOf(environmentId: string): string {
    return join(this.folder, environmentId + SUFFIX);
  }

  private async write(answer: StoredAnswer): Promise<number> {
    const { environmentId, epoch, revision } = answer.set;
    const bytes = formatAnswer(answer);
    if (!this.hasRoom(environmentId, bytes.length)) {
      await this.giveUp(environmentId);
      return 0;
    }
    await writeWholeFile(this.fileOf(environmentId), bytes);
    // It was evicted during the write.
    if (!this.room.has(environmentId)) return this.erase(environmentId);
    this.written.set(environmentId, { environmentId, epoch, revision });
    return bytes.length;
  }

  private labelOf(environmentId: string): (StoredLabel & { size: number }) | undefined {
    try {
      const label = readLabel(this.fileOf(environmentId), environmentId);
      this.written.set(environmentId, label.version);
      return { ...label, checkedAt: Math.max(label.checkedAt, this.together.timeOf(environmentId)) };
    } catch (error) {
      this.warnCorrupt(environmentId, error);
      return undefined;
    }
  }

  private warnFailed(environmentId: string, error: unknown): void {
    this.options.onFailure?.();
    this.logger.warn({ err: error, environment_id: environmentId }, 'storing the last known good flag set failed');
  }

  private warnCorrupt(environmentId: string, error: unknown): void {
    this.logger.warn({ err: error, environment_id: environmentId }, 'last known good file is corrupt, ignored');
  }
}
