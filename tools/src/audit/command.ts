import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeFault, type EarlierExport, type Evidence, UnreadableExport, verifyExport } from '@burgee/audit/export';
import { splitLines } from '@burgee/contracts/wire';
import { printableLine } from '../printable.js';

const USAGE = `npm run audit:verify -- export.ndjson [--against earlier.ndjson …] [--kid key …] [--upgraded date]
npm run audit:verify -- --instance [--export file.ndjson] [--against earlier.ndjson …] [--kid key …] [--upgraded date]

  --instance   verify what belongs to no project, in the database of a Burgee
  --export     also write it to a new file, as exports of projects are
  --against    also hold it to an earlier export
  --kid        accept signatures of these keys alone. With --against, of those that the earlier exports show
  --upgraded   accept a history that 0.1.0 shortened, if audit signed that up to this date

Exits with 0 if the history holds, 1 if not, 2 if that cannot be said: the file is
incomplete, filtered or of version 0.1.0, or what it rests on is not signed.`;

/** The exit codes. */
export const [HOLDS, TAMPERED, CANNOT_SAY] = [0, 1, 2];

const OPTIONS = {
  instance: { type: 'boolean', default: false },
  export: { type: 'string' },
  against: { type: 'string', multiple: true },
  kid: { type: 'string', multiple: true },
  upgraded: { type: 'string' },
} as const;

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

const DAY_MILLISECONDS = 86_400_000;

/** The end of a day, or the instant. */
const endOf = (date: string) => Date.parse(date) + (/^\d{4}-\d{2}-\d{2}$/.test(date) ? DAY_MILLISECONDS - 1 : 0);

/** @returns undefined when they make no sense */
export function parseCommand(args: readonly string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const { instance, against = [], kid: kids, export: exportTo } = values;
    const upgraded = values.upgraded === undefined ? undefined : endOf(values.upgraded);
    const makesSense =
      positionals.length === (instance ? 0 : 1) && (instance || exportTo === undefined) && !Number.isNaN(upgraded);
    return makesSense ? { file: positionals[0], exportTo, against, kids, upgraded } : undefined;
  } catch {
    return undefined;
  }
}

export async function* linesOf(file: string): AsyncGenerator<string, void> {
  for await (const line of splitLines(createReadStream(file))) yield line.toString();
}

/** An earlier export that does not hold itself. */
class TamperedExport extends Error {}

/** The evidence that earlier exports are. Without keys of the caller's, it has theirs. */
export function evidenceOf({ kids }: Pick<Command, 'kids'>, earlier: readonly EarlierExport[]): Evidence {
  const shown = [...new Set(earlier.flatMap((one) => one.kids))];
  return { earlier, kids: kids ?? (shown.length > 0 ? shown : undefined) };
}

/** What earlier exports of the chain show. @throws UnreadableExport, and TamperedExport */
export function earlierExports({ against, kids }: Omit<Command, 'file'>, chainId: string): Promise<EarlierExport[]> {
  return Promise.all(
    against.map(async (file) => {
      const { chain_id, comparison, seen } = await verifyExport(linesOf(file), { kids });
      if (chain_id !== chainId) throw new UnreadableExport(`${file} is the export of another history.`);
      if (comparison.fault) throw new TamperedExport(`TAMPERED: ${file}: ${describeFault(comparison.fault)}`);
      return seen;
    }),
  );
}

/**
 * Runs a verification, and prints what is wrong with the files or the database.
 * @param verify returns an exit code
 */
export async function runCommand(
  args: readonly string[],
  print: (line: string) => void,
  verify: (command: Command) => Promise<number>,
): Promise<number> {
  const command = parseCommand(args);
  if (!command) {
    print(USAGE);
    return CANNOT_SAY;
  }
  try {
    return await verify(command);
  } catch (error) {
    const isTampered = error instanceof TamperedExport;
    const isOfFile = error instanceof UnreadableExport || (error as NodeJS.ErrnoException).code !== undefined;
    if (!isTampered && !isOfFile) throw error;
    print(printableLine((error as Error).message));
    return isTampered ? TAMPERED : CANNOT_SAY;
  }
}
