import { yieldWhenDue } from '@burgee/process-kit';

/** The limits of one statement, which keep it short for this process and for Postgres. */
const ROWS_AT_MOST = 1_000;
const CHARACTERS_AT_MOST = 500_000;

/** Writes rows as JSON arrays, batch by batch. Yields to the event loop between rows. */
export async function inBatches(rows: Iterable<object>, write: (json: string) => Promise<unknown>): Promise<void> {
  const pause = yieldWhenDue();
  let batch: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length > 0) await write(`[${batch.join(',')}]`);
    batch = [];
    characters = 0;
  };
  for (const row of rows) {
    const json = JSON.stringify(row);
    batch.push(json);
    characters += json.length;
    if (batch.length >= ROWS_AT_MOST || characters >= CHARACTERS_AT_MOST) await flush();
    await pause();
  }
  await flush();
}
