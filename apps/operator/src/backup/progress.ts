const EVERY_MILLISECONDS = 2_000;

/** Called for each piece of work: how many rows of a table are done. */
export type Progress = (table: { name: string; rows: number }, done: number) => void;

/** Says a line when two seconds have passed since the start or the last line. */
export function printProgress(print: (line: string) => void, now = Date.now): Progress {
  let last = now();
  return ({ name, rows }, done) => {
    if (now() - last < EVERY_MILLISECONDS) return;
    last = now();
    print(`  ${name}: ${done} of ${rows} rows`);
  };
}
