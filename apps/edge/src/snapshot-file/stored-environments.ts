import { readdirSync, readFileSync, statSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pauseOfAll, pauseOfOne, writeWholeFile } from '@burgee/flag-serving';
import type { Logger } from 'pino';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import type { UpstreamUpdate } from '../cached/update.js';
import { countFailedWrite } from './count-failed-write.js';
import { formatEnvironment, readEnvironment } from './stored-environment.js';

const SUFFIX = '.edge.json';

/** Reads the files of a folder. A corrupt file is ignored. */
export function readStoredEnvironments(folder: string, logger: Pick<Logger, 'warn'>): UpstreamUpdate[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .flatMap((name) => {
      const file = join(folder, name);
      try {
        return readEnvironment(JSON.parse(readFileSync(file, 'utf8')), statSync(file).mtimeMs);
      } catch (error) {
        logger.warn({ err: error, file }, 'stored environment is corrupt, ignored');
        return [];
      }
    });
}

/**
 * Stores the cache in a folder: one file per environment, whose modification time says when it was last current. Writes
 * are paced, since each change of a flag or key rewrites the whole environment.
 */
export class StoredEnvironments {
  private readonly changed = new Set<string>();
  private readonly confirmed = new Map<string, number>();
  /** When each may be rewritten, by `performance.now()`. */
  private readonly due = new Map<string, number>();
  private readonly flushing = new AbortController();
  private writing: Promise<void> | undefined;

  /** @param folder has to exist */
  constructor(
    private readonly folder: string,
    private readonly cached: CachedEnvironments,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Marks environments that have to be written. */
  note(update: UpstreamUpdate): void {
    if (update.kind === 'change') this.changed.add(update.row.environment_id);
    else if (update.kind === 'flag-set') this.changed.add(update.set.environmentId);
    else if (update.kind === 'access') this.changed.add(update.access.environment_id);
    else if (update.kind === 'gone') this.changed.add(update.environmentId);
  }

  /** Writes the due files one after the other. Never rejects. */
  async write(): Promise<void> {
    await this.writing;
    this.writing = this.writeAll();
    await this.writing;
  }

  /** Writes all changed files; call once, at the end. Never rejects. */
  async flush(): Promise<void> {
    this.flushing.abort();
    await this.write();
  }

  private async writeAll(): Promise<void> {
    // Changes during the loop, and failed writes, are left for the next call.
    const due = [...this.changed].filter((id) => this.isDue(id));
    for (const id of due) await this.writeOne(id);
    for (const id of this.cached.ids()) await this.confirm(id);
  }

  private isDue(environmentId: string): boolean {
    return this.flushing.signal.aborted || performance.now() >= (this.due.get(environmentId) ?? 0);
  }

  private async writeOne(environmentId: string): Promise<void> {
    this.changed.delete(environmentId);
    try {
      const bytes = await this.store(environmentId);
      this.confirmed.delete(environmentId);
      await delay(pauseOfAll(bytes), undefined, { signal: this.flushing.signal }).catch(() => undefined);
    } catch (error) {
      this.changed.add(environmentId);
      countFailedWrite();
      this.logger.warn({ err: error, environment_id: environmentId }, 'storing an environment failed, retrying');
    }
  }

  /** @returns bytes */
  private async store(environmentId: string): Promise<number> {
    const environment = this.cached.get(environmentId);
    if (!environment) {
      this.due.delete(environmentId);
      await rm(this.fileOf(environmentId), { force: true });
      return 0;
    }
    if (!environment.set) return 0;
    const bytes = Buffer.from(formatEnvironment(environment, environment.set));
    await writeWholeFile(this.fileOf(environmentId), bytes, environment.heardAt);
    this.due.set(environmentId, performance.now() + pauseOfOne(bytes.length));
    return bytes.length;
  }

  private async confirm(environmentId: string): Promise<void> {
    const heardAt = this.cached.get(environmentId)?.heardAt ?? 0;
    if (heardAt === 0 || this.changed.has(environmentId) || this.confirmed.get(environmentId) === heardAt) return;
    this.confirmed.set(environmentId, heardAt);
    await utimes(this.fileOf(environmentId), heardAt / 1_000, heardAt / 1_000).catch(() => undefined);
  }

  private fileOf(environmentId: string): string {
    return join(this.folder, environmentId + SUFFIX);
  }
}
