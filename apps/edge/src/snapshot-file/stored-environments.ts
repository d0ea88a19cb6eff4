import { readdirSync, readFileSync, statSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWholeFile } from '@burgee/flag-serving';
import type { Logger } from 'pino';
import type { HeldEnvironments } from '../held/held-environments.js';
import type { Update } from '../held/update.js';
import { countFailedWrite } from './count-failed-write.js';
import { formatEnvironment, readEnvironment } from './stored-environment.js';

const SUFFIX = '.edge.json';

/** What the files of a folder say. One that is corrupt is ignored. */
export function readStoredEnvironments(folder: string, logger: Pick<Logger, 'warn'>): Update[] {
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

/** What is held, in a folder: a file for each environment, whose modification time says when it was last current. */
export class StoredEnvironments {
  private readonly changed = new Set<string>();
  private readonly confirmed = new Map<string, number>();
  private writing: Promise<void> | undefined;

  /** @param folder exists */
  constructor(
    private readonly folder: string,
    private readonly held: HeldEnvironments,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Notes what has to be written. */
  note(update: Update): void {
    if (update.kind === 'change') this.changed.add(update.row.environment_id);
    else if (update.kind === 'flag-set') this.changed.add(update.set.environmentId);
    else if (update.kind === 'access') this.changed.add(update.access.environment_id);
    else if (update.kind === 'gone') this.changed.add(update.environmentId);
  }

  /** Brings the files up to date, one call after the other. Never rejects. */
  async write(): Promise<void> {
    await this.writing;
    this.writing = this.writeAll();
    await this.writing;
  }

  private async writeAll(): Promise<void> {
    const ids = [...this.changed];
    this.changed.clear();
    for (const id of ids) await this.writeOne(id);
    for (const id of this.held.ids()) await this.confirm(id);
  }

  private async writeOne(environmentId: string): Promise<void> {
    const file = this.fileOf(environmentId);
    const environment = this.held.get(environmentId);
    try {
      if (!environment) await rm(file, { force: true });
      else if (environment.set)
        await writeWholeFile(file, formatEnvironment(environment, environment.set), environment.heardAt);
      this.confirmed.delete(environmentId);
    } catch (error) {
      this.changed.add(environmentId);
      countFailedWrite();
      this.logger.warn({ err: error, environment_id: environmentId }, 'storing an environment failed, retrying');
    }
  }

  private async confirm(environmentId: string): Promise<void> {
    const heardAt = this.held.get(environmentId)?.heardAt ?? 0;
    if (heardAt === 0 || this.changed.has(environmentId) || this.confirmed.get(environmentId) === heardAt) return;
    this.confirmed.set(environmentId, heardAt);
    await utimes(this.fileOf(environmentId), heardAt / 1_000, heardAt / 1_000).catch(() => undefined);
  }

  private fileOf(environmentId: string): string {
    return join(this.folder, environmentId + SUFFIX);
  }
}
