import type { FlagDifference, Promoted, PromoteRequest } from '@burgee/contracts/http';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { asApiError } from './api-error.js';
import { call, callAll } from './call.js';
import type { ChangeNote } from './change-note.js';
import { refetchFlags } from './flag-changes.js';
import type { RequestedChanges } from './requested-changes.js';

const PAGE = 1000;

/** Two environments: the page compares their values and promotes from one to the other. */
export interface Ends {
  from: string;
  to: string;
}

/** The flags and the parts to promote. */
export type Promotion = Ends & Required<Pick<PromoteRequest, 'flags' | 'parts'>>;

/** The result of a dry run, and the values behind it, read after it. */
export interface PromotionPlan {
  /** Without a tag, the user has to request approval. */
  plan: Pick<Promoted, 'changes'> & { tag: string | undefined };
  differences: FlagDifference[];
}

/** The plan from the differing flags, where the service allows no dry run without approval. */
export function planOf(differences: readonly FlagDifference[], { flags, parts }: Promotion): PromotionPlan['plan'] {
  const changes = differences.flatMap(({ flag_id, key, parts: differing }) => {
    const promoted = flags.includes(flag_id) ? differing.filter((part) => parts.includes(part)) : [];
    return promoted.length > 0 ? [{ flag_id, key, parts: promoted }] : [];
  });
  return { changes, tag: undefined };
}

const readDifferences = (projectId: string, { from, to }: Ends, signal?: AbortSignal) =>
  callAll<FlagDifference>(`/api/projects/${projectId}/compare?from=${from}&to=${to}&limit=${PAGE}`, signal);

/** The flags in use that differ between two environments. */
export const differencesQuery = (projectId: string, ends: Ends) =>
  queryOptions({
    queryKey: ['projects', projectId, 'differences', ends.from, ends.to],
    queryFn: ({ signal }) => readDifferences(projectId, ends, signal),
    // Another page may have changed the values.
    staleTime: 0,
  });

/** Values read after a plan are never older: if they are newer, its tag no longer holds. */
async function withValues(
  queries: QueryClient,
  projectId: string,
  ends: Ends,
  plan: PromotionPlan['plan'],
): Promise<PromotionPlan> {
  const differences = await readDifferences(projectId, ends);
  queries.setQueryData(differencesQuery(projectId, ends).queryKey, differences);
  return { plan, differences };
}

/**
 * The dry run of a promotion. It is read once, so that nothing changes while the user is about to confirm.
 */
export const planQuery = (projectId: string, promotion: Promotion) =>
  queryOptions({
    queryKey: ['promotion', projectId, promotion],
    queryFn: async ({ client }) => {
      const body: PromoteRequest = { ...promotion, dry_run: true };
      const path = `/api/projects/${projectId}/promote`;
      try {
        const plan = await call<Promoted>('POST', path, { body, triesOnly: true });
        return await withValues(client, projectId, promotion, plan);
      } catch (error) {
        if (asApiError(error).code !== 'approval_required') throw error;
        const differences = await readDifferences(projectId, promotion);
        return { plan: planOf(differences, promotion), differences };
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  });

interface PromotionOf extends Promotion {
  tag: string;
  requested: RequestedChanges;
  note?: ChangeNote | undefined;
}

/** Promotes exactly the plan with this tag, or nothing. */
export function usePromote(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ tag, requested, note, ...promotion }: PromotionOf) => {
      const body: PromoteRequest = { ...promotion, if_match: tag };
      return call<Promoted>('POST', `/api/projects/${projectId}/promote`, { body, requested, note });
    },
    onSettled: (_done, _error, ends) =>
      Promise.all([
        refetchFlags(queries, projectId),
        queries.invalidateQueries({ queryKey: differencesQuery(projectId, ends).queryKey }),
      ]),
  });
}

/** The current plan, if the service refused because a value has changed since the old one. */
export function usePlanNow(projectId: string) {
  const queries = useQueryClient();
  return async (thrown: unknown, ends: Ends): Promise<PromotionPlan | undefined> => {
    const { code, problem } = asApiError(thrown);
    if (code !== 'value_changed') return undefined;
    return withValues(queries, projectId, ends, problem?.current as PromotionPlan['plan']);
  };
}
