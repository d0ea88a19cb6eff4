import type { LatestChange } from '@burgee/contracts/http';

/** A flag, in full or of a list, which does not say when its name changed. */
interface Dated {
  id: string;
  updated_at?: string;
  environments: { environment_id: string; updated_at: string }[];
}

/**
 * A flag from an answer, but with the values from the cache that are newer (by `updated_at`, which only grows): answers
 * can arrive out of order.
 */
export function newerFlag<F extends Dated>(held: F | undefined, answer: F): F {
  if (!held) return answer;
  const named = (held.updated_at ?? '') > (answer.updated_at ?? '') ? held : answer;
  const environments = answer.environments.map((row) => {
    const other = held.environments.find(({ environment_id }) => environment_id === row.environment_id);
    return other && other.updated_at > row.updated_at ? other : row;
  });
  return { ...named, environments };
}

/** The same for a list: the answer decides which flags exist. */
export function newerFlags<F extends Dated>(held: readonly F[] | undefined, answer: readonly F[]): F[] {
  const byId = new Map(held?.map((flag) => [flag.id, flag]));
  return answer.map((flag) => newerFlag(byId.get(flag.id), flag));
}

/** The same for the last change of each flag, by the flag's id. */
export const newerChanges = (held: Record<string, LatestChange> | undefined, answer: Record<string, LatestChange>) =>
  Object.fromEntries(
    Object.entries(answer).map(([id, change]) => {
      const other = held?.[id];
      return [id, other && other.created_at > change.created_at ? other : change];
    }),
  );
