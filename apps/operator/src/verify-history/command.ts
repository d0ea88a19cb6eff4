import { createReadStream } from 'node:fs';
import { describeFault, type EarlierExport, type Evidence, UnreadableExport, verifyExport } from '@burgee/audit/export';
import { splitLines } from '@burgee/contracts/wire';
import { printableLine } from '@burgee/process-kit';
import { EXIT, type Outcome, Refused } from '../outcome.js';

export interface Command {
  /** What to verify; undefined for the history of the instance. */
  file: string | undefined;
  exportTo: string | undefined;
  against: readonly string[];
  /** The only accepted keys. */
  kids: readonly string[] | undefined;
  /** When beginnings were first signed, in milliseconds. */
  upgraded?: number | undefined;
}

interface Options {
  instance?: boolean;
  export?: string;
  against?: string[];
  kid?: string[];
  upgraded?: string;
}

const DAY_MILLISECONDS = 86_400_000;

/** The end of a day, or the instant. */
const endOf = (date: string) => Date.parse(date) + (/^\d{4}-\d{2}-\d{2}$/.test(date) ? DAY_MILLISECONDS - 1 : 0);

/** @returns undefined when they make no sense */
export function parseCommand(
  file: string | undefined,
  { instance = false, export: exportTo, against = [], kid: kids, upgraded }: Options,
): Command | undefined {
  const upgradedAt = upgraded === undefined ? undefined : endOf(upgraded);
  const makesSense =
    (file === undefined) === instance && (instance || exportTo === undefined) && !Number.isNaN(upgradedAt);
  return makesSense ? { file, exportTo, against, kids, upgraded: upgradedAt } : undefined;
}

export async function* linesOf(file: string): AsyncGenerator<string, void> {
  for await (const line of splitLines(createReadStream(file))) yield line.toString();
}

/** The evidence that earlier exports are. Without keys of the caller's, it has theirs. */
export function evidenceOf({ kids }: Pick<Command, 'kids'>, earlier: readonly EarlierExport[]): Evidence {
  const shown = [...new Set(earlier.flatMap((one) => one.kids))];
  return { earlier, kids: kids ?? (shown.length > 0 ? shown : undefined) };
}

/** What earlier exports of the chain show. @throws UnreadableExport, and Refused for one that does not hold itself */
export function earlierExports({ against, kids }: Omit<Command, 'file'>, chainId: string): Promise<EarlierExport[]> {
  return Promise.all(
    against.map(async (file) => {
      const { chain_id, comparison, seen } = await verifyExport(linesOf(file), { kids });
      if (chain_id !== chainId) throw new UnreadableExport(`${file} is the export of another history.`);
      if (comparison.fault)
        throw new Refused(printableLine(`TAMPERED: ${file}: ${describeFault(comparison.fault)}`), EXIT.failed);
      return seen;
    }),
  );
}

/** Verifies a file or the database. @throws Refused when a file cannot be read */
export async function runVerification({ file, ...command }: Command): Promise<Outcome> {
  try {
    if (file !== undefined) return await (await import('./verify-file.js')).verifyFile({ ...command, file });
    // Verifying a file loads no code of the database.
    return await (await import('./verify-instance.js')).verifyInstance({ ...command, file });
  } catch (error) {
    if (error instanceof Refused) throw error;
    const isOfFile = error instanceof UnreadableExport || (error as NodeJS.ErrnoException).code !== undefined;
    throw isOfFile ? new Refused(printableLine((error as Error).message), EXIT.unclear) : error;
  }
}
