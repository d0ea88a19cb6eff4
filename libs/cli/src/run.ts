import { runTypes, USAGE } from './types/run-types.js';

interface Out {
  write(text: string): unknown;
}

/** @returns the exit code: 0, or 1 with the reason on `err` */
export async function run(
  [command, ...args]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  out: Out,
  err: Out,
): Promise<number> {
  if (command === undefined || command === '--help' || command === '-h') {
    out.write(USAGE);
    return command === undefined ? 1 : 0;
  }
  try {
    if (command !== 'types') throw new Error(`There is no command "${command}". burgee --help shows what there is.`);
    out.write(await runTypes(args, environment));
    return 0;
  } catch (error) {
    err.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
