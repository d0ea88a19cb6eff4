import type { FlagValueView } from '@burgee/contracts/http';
import type { CutChange } from './cut-changes.js';

const VALUE = /^\/api\/flags\/([^/?]+)\/environments\/([^/?]+)(\/toggle)?(\?|$)/;

/** The value that a change of one value sets. */
export function valueOf({ path, since }: CutChange): { flagId: string; environmentId: string } | undefined {
  const [, flagId, environmentId] = VALUE.exec(path) ?? [];
  return since !== undefined && flagId !== undefined && environmentId !== undefined
    ? { flagId, environmentId }
    : undefined;
}

/** `unknown`: the history may still get the entry. */
export type Outcome = 'saved' | 'notSaved' | 'changed' | 'unknown';

type Row = Pick<FlagValueView, 'updated_at'>;

/** What a value says about a cut change of it. `changed`: someone changed it since, so the value no longer tells. */
export function outcomeOf({ body, since }: CutChange, row: Row): Outcome {
  if (row.updated_at === since) return 'notSaved';
  const isAsSent = Object.entries((body ?? {}) as object).every(
    ([name, value]) => (row as unknown as Record<string, unknown>)[name] === value,
  );
  return isAsSent ? 'saved' : 'changed';
}

/** A service that hung still answers what it was sent, a moment after it goes on: `notSaved` counts when it stays. */
const READS = 4;

/**
 * Reads until the answer is certain.
 * @param read rejects while the service does not answer
 * @param mayGoOn whether to read again after that error
 * @param pause between two reads
 * @returns undefined when nothing can be found out
 */
export async function untilCertain<T extends { outcome: Outcome }>(
  read: () => Promise<T>,
  mayGoOn: (error: unknown) => boolean,
  pause: () => Promise<unknown>,
): Promise<T | undefined> {
  for (let answers = 0; ;) {
    try {
      const answer = await read();
      answers++;
      if (answer.outcome === 'saved' || answers >= READS) return answer;
    } catch (error) {
      if (!mayGoOn(error)) return undefined;
    }
    await pause();
  }
}
