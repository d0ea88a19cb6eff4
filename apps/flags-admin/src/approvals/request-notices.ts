import type { Change } from '../unit-of-work/change.js';
import { notify, takeBack } from '../notices/notify.js';
import type { ChangeRequestRow } from './change-request-row.js';
import type { DecidedAction } from './decide-action.js';
import { type RequestFacts, requestState } from './request-state.js';

/**
 * Whose inbox an action on a request changes: it waits for those who may approve, no longer for the one who has approved, or
 * for nobody.
 */
export function decideNotices(
  facts: RequestFacts,
  { rebases, state, approverIds }: DecidedAction,
): 'all' | 'others' | 'none' {
  if (rebases) return 'all';
  return requestState({ ...facts, state, approverIds }) === 'in_review' ? 'others' : 'none';
}

type Noticed = Pick<ChangeRequestRow, 'id' | 'project_id' | 'environment_id' | 'environment_name' | 'author_id'> & {
  flags: readonly { flag_id: string; key: string }[];
};

/** Tells those who may approve it that a request waits. @param isOwnEnough whether its author may, whose token asked */
export function notifyOfChangeRequest(change: Change, request: Noticed, isOwnEnough: boolean): void {
  const { id, environment_id, environment_name, flags } = request;
  const [first, ...others] = flags;
  const about = {
    change_request_id: id,
    flags: flags.length,
    ...(first && others.length === 0 && { flag_id: first.flag_id, flag_key: first.key }),
    environment_id,
    environment_name,
  };
  const kind = 'request_waits';
  const notice = { kind, projectId: request.project_id, subjectId: id, about, actorId: request.author_id } as const;
  change.send(notify(change, notice, { approversIn: environment_id, actor: isOwnEnough }));
}

/** Keeps the notices of a request true after an action on it. Those of a plan follow its schedule, but for one approval of two. */
export function updateNotices(
  change: Change,
  row: ChangeRequestRow,
  decided: 'all' | 'others' | 'none',
  actorId: string,
): void {
  const { plan } = row;
  if (decided === 'others') {
    const [kind, subject] = plan ? (['plan_waits', plan.schedule_id] as const) : (['request_waits', row.id] as const);
    change.send(takeBack(change, kind, subject, actorId));
  } else if (plan) return;
  else if (decided === 'none') change.send(takeBack(change, 'request_waits', row.id));
  else notifyOfChangeRequest(change, { ...row, flags: row.changes }, row.asked && row.needed === 0);
}
