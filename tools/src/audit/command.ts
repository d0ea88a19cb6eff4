import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { checkpointsIn, UnreadableExport } from '@burgee/audit/export';

const USAGE = `npm run audit:verify -- export.ndjson [--against earlier.ndjson …] [--kid key]
npm run audit:verify -- --instance [--export file.ndjson] [--against earlier.ndjson …] [--kid key]

  --instance   verify what belongs to no project, in the database of a Burgee
  --export     also write it to a new file, as exports of projects are
  --against    also hold it to the checkpoints of an earlier export
  --kid        accept checkpoints of this key alone`;

/** The exit codes. */
export const [HOLDS, TAMPERED, UNREADABLE] = [0, 1, 2];

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

/** What earlier exports have checkpoints of. @throws UnreadableExport */
export async function checkpointsOf({ against }: Command): ReturnType<typeof checkpointsIn> {
  return (await Promise.all(against.map((file) => checkpointsIn(linesOf(file))))).flat();
}

/**
 * Runs a verification, and prints what is wrong with the files or the database.
 * @returns the exit code: 0 when the chain holds, 1 when it does not, 2 when it cannot be verified
 */
export async function runCommand(
  args: readonly string[],
  print: (line: string) => void,
  verify: (command: Command) => Promise<boolean>,
): Promise<number> {
  const command = parseCommand(args);
  if (!command) {
    print(USAGE);
    return UNREADABLE;
  }
  try {
    return (await verify(command)) ? HOLDS : TAMPERED;
  } catch (error) {
    if (!(error instanceof UnreadableExport) && (error as NodeJS.ErrnoException).code === undefined) throw error;
    print((error as Error).message);
    return UNREADABLE;
  }
}
