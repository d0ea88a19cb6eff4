import type { AuditEntryView } from '@burgee/contracts/http';
import type { QueryClient } from '@tanstack/react-query';
import { asApiError } from '../api/api-error.js';
import { callPage } from '../api/call.js';
import { type CutChange, isCut } from '../api/cut-changes.js';
import { type Outcome, outcomeOf, untilCertain, valueOf } from '../api/cut-outcome.js';
import { flagQuery } from '../api/flags.js';
import { projectQuery } from '../api/projects.js';
import { outcomeTexts as texts } from './outcome-texts.js';
import { showOutcome } from '../feedback/toasts/toasts.js';
import { describeChange } from './describe-change.js';

const AGAIN_AFTER_MILLISECONDS = 1_000;

interface ChangeOutcome {
  outcome: Outcome;
  what: string;
  hint: string;
}

const HINTS = { saved: '', notSaved: texts.again, changed: texts.look, unknown: texts.unrecorded };
const fresh = { staleTime: 0, retry: false } as const;

async function findInValue(queries: QueryClient, change: CutChange, where: NonNullable<ReturnType<typeof valueOf>>) {
  const flag = await queries.fetchQuery({ ...flagQuery(where.flagId), ...fresh });
  const row = flag.environments.find(({ environment_id }) => environment_id === where.environmentId);
  const outcome = row ? outcomeOf(change, row) : 'changed';
  return { outcome, what: texts.valueIn(flag.key, row?.environment_name ?? ''), hint: HINTS[outcome] };
}

async function findInHistory(queries: QueryClient, { requestId, projectId = '' }: CutChange): Promise<ChangeOutcome> {
  // The service that was silent answers again; entries follow changes.
  await queries.fetchQuery({ ...projectQuery(projectId), ...fresh });
  const search = new URLSearchParams({ text: requestId, limit: '1' });
  const { items } = await callPage<AuditEntryView>(`/api/projects/${projectId}/audit?${search}`);
  const [entry] = items;
  return entry
    ? { outcome: 'saved', what: describeChange(entry), hint: '' }
    : { outcome: 'unknown', what: texts.theChange, hint: HINTS.unknown };
}

/** Reads everything again after a change that was cut, finds out whether it was saved, and says so. */
export async function tellOutcome(queries: QueryClient, change: CutChange): Promise<void> {
  void queries.invalidateQueries();
  if (!isCut(change.requestId)) return;
  const value = valueOf(change);
  const found = await untilCertain<ChangeOutcome>(
    () => (value ? findInValue(queries, change, value) : findInHistory(queries, change)),
    (error) => asApiError(error).passing,
    () => new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MILLISECONDS)),
  );
  if (!found) return;
  if (found.outcome === 'saved') void queries.invalidateQueries();
  showOutcome(texts[found.outcome](found.what), found.hint, found.outcome === 'saved');
}
