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
  /** Something could not be written. */
  onFailure?: () => void;
  /** A file gave way to others, because the folder is full. */
  onGivenUp?: () => void;
  /** Of files that are written at a time; left out: two. */
  limit?: Limiter;
  /** Of all files; left out: any number. */
  bytesAtMost?: number;
  /** Of all flag sets that wait to be written; left out: any number. */
  waitingBytesAtMost?: number;
}

/** The bytes of environments. @param evicted is called with those that give way, the one that was used longest ago first */
const environmentsUpTo = (bytes: number, evicted: (environmentId: string) => void) =>
  new LRUCache<string, number>({
    maxSize: bytes,
    sizeCalculation: (size) => size,
    disposeAfter: (_, environmentId, reason) => {
      if (reason === 'evict') evicted(environmentId);
    },
  });

/**
 * The disk of the fallback, one file per environment: a label, then the flag set as in the shared cache. Nothing of another
 * environment is in it, so others cannot make it grow; together they have a bounded number of bytes. Its modification time says
 * when it was last confirmed by itself, `together` when it was with others.
 */
export class FallbackFiles implements StoredVersions {
  readonly origins: KnownOrigins;
  readonly together: ConfirmedTogether;
  /** What is to be done next with each file; undefined = delete it. */
  private readonly pending = new Map<string, StoredAnswer | undefined>();
  private readonly writing = new Map<string, Promise<void>>();
  /** The version in each file. */
  private readonly written = new Map<string, FlagSetVersion>();
  private readonly pace: PacedWrites;
  /** What is in files. It counts as used when it is written or confirmed. */
  private readonly room: LRUCache<string, number>;
  /** What waits to be written, or is written right now. */
  private readonly waiting: LRUCache<string, number>;
  /** Those for which there was no room to wait: they are to be stored again. A property: each read asks. */
  readonly lost = new Set<string>();
  /** Those whose file is still to be replaced or deleted, since a key that it names opens nothing any more. */
  private readonly outdated = new Set<string>();

  /** @param folder exists */
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

  /** The labels of all files; no flag set is read. Once, at the start: those that there is no room for give way. */
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

  /** What waits to be written is nowhere else; what could not be written, or gave way to others, is read again from the source. */
  isEvictable(version: FlagSetVersion): boolean {
    return this.has(version) || !this.waiting.has(version.environmentId);
  }

  /** The version on disk. */
  versionOf(environmentId: string): FlagSetVersion | undefined {
    return this.written.get(environmentId);
  }

  /** Of several answers in a row only the last is written. */
  store(answer: StoredAnswer): void {
    const { environmentId, body } = answer.set;
    this.lost.delete(environmentId);
    void this.next(environmentId, answer);
    this.waiting.set(environmentId, body.length);
    if (!this.waiting.has(environmentId)) this.stopWaiting(environmentId);
  }

  /** The same, without a key that the file names. Where it cannot be written, the file is deleted: nothing is better than an open one. */
  storeWithoutKey(answer: StoredAnswer): void {
    this.outdated.add(answer.set.environmentId);
    this.store(answer);
  }

  /** Deletes the file, unless something is stored after this. Resolves when that is done. */
  remove(environmentId: string): Promise<void> {
    this.waiting.delete(environmentId);
    this.lost.delete(environmentId);
    this.outdated.add(environmentId);
    return this.next(environmentId, undefined);
  }

  /** Tries again to delete what could be neither replaced nor deleted. */
  removeOutdated(): void {
    for (const one of this.outdated) if (!this.writing.has(one)) void this.next(one, undefined);
  }

  /** Notes that the file was current at that moment, ms since 1970. @returns false while it is being written */
  async confirm(environmentId: string, at: number): Promise<boolean> {
    if (this.writing.has(environmentId) || !this.written.has(environmentId)) return false;
    this.used(environmentId);
    await utimes(this.fileOf(environmentId), at / 1000, at / 1000).catch(() => undefined);
    return true;
  }

  /** Others give way before it. */
  used(environmentId: string): void {
    this.room.get(environmentId);
  }

  /** Resolves when everything is on disk; once, at the end. */
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

  /** What is there when its turn has come: while it waited, a later answer may have replaced it. @returns bytes */
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

  /** In the place of what could not be written, unless something else is to be. */
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

  /** For the file, for which others may have to go. */
  private hasRoom(environmentId: string, bytes: number): boolean {
    return this.room.set(environmentId, bytes).has(environmentId);
  }

  /** It gives its place up, and is to be stored again. */
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
    // It gave way while it was written.
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
