import type { FlagValueView } from '@burgee/contracts/http';

/** A change that got no answer, or not the service's. */
export interface CutChange {
  requestId: string;
  path: string;
  /** The project of the page that sent it. */
  projectId: string | undefined;
  body?: unknown;
  /** `updated_at` of the value that the user saw, if it changes one. */
  since?: string | undefined;
}

const KEPT = 50;
/** The ids of requests whose end this page finds out. */
const cut: string[] = [];

export const isCut = (requestId: string | null) => requestId !== null && cut.includes(requestId);

const VALUE = /^\/api\/flags\/([^/?]+)\/environments\/([^/?]+)(\/toggle)?(\?|$)/;
/** They leave no entry in the history. */
const UNRECORDED = /^\/api\/(auth|invitations)\/|\/(preferences|test|redeliver)(\?|$)/;

/** The value that a change of one value sets. */
export function valueOf({ path, since }: CutChange): { flagId: string; environmentId: string } | undefined {
  const [, flagId, environmentId] = VALUE.exec(path) ?? [];
  return since !== undefined && flagId !== undefined && environmentId !== undefined
    ? { flagId, environmentId }
    : undefined;
}

type Find = (change: CutChange) => void;
let find: Find | undefined;

/** Registers what finds out whether a change was saved. @returns a function that removes it */
export function findOutBy(one: Find): () => void {
  find = one;
  return () => {
    if (find === one) find = undefined;
  };
}

/** A change was cut: the page reads again, and finds out where that is possible. */
export function noteCut(change: CutChange): void {
  if (change.projectId !== undefined && !UNRECORDED.test(change.path)) {
    cut.push(change.requestId);
    if (cut.length > KEPT) cut.shift();
  }
  find?.(change);
}

export type Outcome = 'saved' | 'notSaved' | 'changed';

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
