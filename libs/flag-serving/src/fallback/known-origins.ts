import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { writeWholeFile } from './write-whole-file.js';

/** Each write covers the whole file. The next preflight restores an origin that a killed process did not write. */
const WRITE_EVERY_MILLISECONDS = 5_000;
/**
 * Enough for the environments of many tenants at 40 bytes each; without a limit, one tenant could fill memory and disk.
 */
const ORIGINS_AT_MOST = 20_000;
/** Limit of the file. Few origins have a host of hundreds of characters. */
const ORIGIN_BYTES_AT_MOST = 4_000_000;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * The origins that were registered when the source last responded, in memory and in one file. An origin of any
 * environment passes a preflight, which cannot know the environment, so they are stored separately from environments.
 * Above the limit, the least recently named origin is evicted.
 */
export class KnownOrigins {
  /** Iterates from the most to the least recent. */
  private readonly origins = new LRUCache<string, true>({
    max: ORIGINS_AT_MOST,
    maxSize: ORIGIN_BYTES_AT_MOST,
    sizeCalculation: (_, origin) => Buffer.byteLength(JSON.stringify(origin)) + 1,
  });
  private readonly flushing = new AbortController();
  private changed = false;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly file: string,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly onFailure: () => void = () => undefined,
    private readonly writeEveryMs = WRITE_EVERY_MILLISECONDS,
  ) {
    for (const origin of this.read()) this.origins.set(origin, true);
  }

  has(origin: string): boolean {
    return this.origins.has(origin);
  }

  all(): string[] {
    return [...this.origins.keys()];
  }

  record(origin: string, registered: boolean): void {
    // `get` marks a known origin as the most recent.
    if (registered === (this.origins.get(origin) ?? false)) return;
    if (registered) this.origins.set(origin, true);
    else this.origins.delete(origin);
    this.changed = true;
    this.writing ??= this.write().finally(() => (this.writing = undefined));
  }

  /** Resolves when everything is on disk; call once, at the end. */
  async flush(): Promise<void> {
    this.flushing.abort();
    await this.writing;
  }

  private read(): string[] {
    try {
      const origins: unknown = JSON.parse(readFileSync(this.file, 'utf8'));
      if (isTexts(origins)) return origins;
      throw new Error('it is no list of texts');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.logger.warn({ err: error }, 'file of known origins is corrupt, ignored');
      return [];
    }
  }

  private async write(): Promise<void> {
    while (this.changed) {
      this.changed = false;
      try {
        await writeWholeFile(this.file, JSON.stringify([...this.origins.rkeys()]));
      } catch (error) {
        this.onFailure();
        this.logger.warn({ err: error }, 'storing the known origins failed');
        this.changed = !this.flushing.signal.aborted;
      }
      await delay(this.writeEveryMs, undefined, { signal: this.flushing.signal }).catch(() => undefined);
    }
  }
}
