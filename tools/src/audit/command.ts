import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { describeFault, type EarlierExport, UnreadableExport, verifyExport } from '@burgee/audit/export';
import { printableLine } from '../printable.js';

const USAGE = `npm run audit:verify -- export.ndjson [--against earlier.ndjson …] [--kid key]
npm run audit:verify -- --instance [--export file.ndjson] [--against earlier.ndjson …] [--kid key]

  --instance   verify what belongs to no project, in the database of a Burgee
  --export     also write it to a new file, as exports of projects are
  --against    also hold it to an earlier export
  --kid        accept signatures of this key alone

Exits with 0 if the history holds, 1 if not, 2 if the file cannot say: incomplete, filtered, or of version 0.1.0.`;

/** The exit codes. */
export const [HOLDS, TAMPERED, CANNOT_SAY] = [0, 1, 2];

const OPTIONS = {
  instance: { type: 'boolean', default: false },
  export: { type: 'string' },
  against: { type: 'string', multiple: true },
  kid: { type: 'string' },
} as const;

export interface Command {
  /** What to verify; undefined for the history of the instance. */
  file: string | undefined;
  exportTo: string | undefined;
  against: readonly string[];
  kid: string | undefined;
}

/** @returns undefined when they make no sense */
export function parseCommand(args: readonly string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const { instance, against = [], kid, export: exportTo } = values;
    const makesSense = positionals.length === (instance ? 0 : 1) && (instance || exportTo === undefined);
    return makesSense ? { file: positionals[0], exportTo, against, kid } : undefined;
  } catch {
    return undefined;
  }
}

export const linesOf = (file: string) => createInterface({ input: createReadStream(file), crlfDelay: Infinity });

/** An earlier export that does not hold itself. */
class TamperedExport extends Error {}

/** What earlier exports of the chain show. @throws UnreadableExport, and TamperedExport */
export function earlierExports({ against, kid }: Omit<Command, 'file'>, chainId: string): Promise<EarlierExport[]> {
  return Promise.all(
    against.map(async (file) => {
      const { chain_id, comparison, seen } = await verifyExport(linesOf(file), { kid });
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
