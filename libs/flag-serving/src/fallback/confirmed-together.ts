import { readFileSync, statSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import type { Logger } from 'pino';
import { writeWholeFile } from './write-whole-file.js';

interface ConfirmedList {
  /** Ms since 1970; -Infinity before the first joint confirmation. */
  at: number;
  environmentIds: ReadonlySet<string>;
}

const NOBODY: ConfirmedList = { at: -Infinity, environmentIds: new Set() };

/**
 * The moment at which most environments were confirmed: open streams confirm thousands at once. By `performance.now()`;
 * undefined when no two share a moment.
 */
export async function momentOfMost(
  slices: AsyncIterable<readonly { checkedAt: number }[]>,
): Promise<number | undefined> {
  const counts = new Map<number, number>();
  let [most, at]: [number, number | undefined] = [1, undefined];
  for await (const slice of slices)
    for (const { checkedAt } of slice) {
      const count = (counts.get(checkedAt) ?? 0) + 1;
      counts.set(checkedAt, count);
      if (count > most) [most, at] = [count, checkedAt];
    }
  return at;
}

/**
 * Records on disk which environments were last confirmed together: a list that is rewritten when its members change,
 * and its modification time. So thousands of environments cost one file update. A version that does not know this file
 * considers them older than they are.
 */
export class ConfirmedTogether {
  private stored: ConfirmedList;

  constructor(
    private readonly file: string,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly onFailure: () => void = () => undefined,
  ) {
    this.stored = this.read();
  }

  /** When an environment was confirmed with others, ms since 1970; -Infinity if it was not. */
  timeOf(environmentId: string): number {
    return this.stored.environmentIds.has(environmentId) ? this.stored.at : -Infinity;
  }

  /**
   * Records that exactly these were current at that moment, ms since 1970. Never throws. @returns whether that is on
   * disk
   */
  async confirm(environmentIds: readonly string[], at: number): Promise<boolean> {
    const { environmentIds: before } = this.stored;
    const isSame = environmentIds.length === before.size && environmentIds.every((id) => before.has(id));
    try {
      if (isSame) await utimes(this.file, at / 1_000, at / 1_000);
      else await writeWholeFile(this.file, JSON.stringify(environmentIds), at);
      this.stored = { at, environmentIds: isSame ? before : new Set(environmentIds) };
      return true;
    } catch (error) {
      // The file may be gone or partial: the next call rewrites it.
      this.stored = NOBODY;
      this.onFailure();
      this.logger.warn({ err: error }, 'storing when environments were confirmed failed, retrying');
      return false;
    }
  }

  private read(): ConfirmedList {
    try {
      const ids: unknown = JSON.parse(readFileSync(this.file, 'utf8'));
      if (!Array.isArray(ids)) throw new Error('not a list');
      return { at: statSync(this.file).mtimeMs, environmentIds: new Set(ids as string[]) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.logger.warn({ err: error }, 'the list of confirmed environments is corrupt, ignored');
      return NOBODY;
    }
  }
}
