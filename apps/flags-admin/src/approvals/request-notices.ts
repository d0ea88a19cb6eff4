import type { RequestDecision } from '@burgee/contracts/http';
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

/** What an action decides, for the author. Of approvals, the last one that it needs. That of a plan is a notice of the plan. */
export function decisionOf(
  facts: RequestFacts,
  { rebases, state, approverIds }: DecidedAction,
): RequestDecision | undefined {
  if (rebases || facts.isPlan) return undefined;
  if (state === 'applied' || state === 'rejected') return state;
  const isApproved = requestState({ ...facts, state, approverIds }) === 'approved';
  return isApproved && requestState(facts) !== 'approved' ? 'approved' : undefined;
}

type Noticed = Pick<ChangeRequestRow, 'id' | 'project_id' | 'environment_id' | 'environment_name' | 'author_id'> & {
  flags: readonly { flag_id: string; key: string }[];
};

function noticeOf({ id, project_id: projectId, environment_id, environment_name, flags }: Noticed) {
  const [first, ...others] = flags;
  const about = {
    change_request_id: id,
    flags: flags.length,
    ...(first && others.length === 0 && { flag_id: first.flag_id, flag_key: first.key }),
    environment_id,
    environment_name,
  };
  return { projectId, subjectId: id, about };
}

/** Tells those who may approve it that a request waits. @param isOwnEnough whether its author may, whose token asked */
export function notifyOfChangeRequest(change: Change, request: Noticed, isOwnEnough: boolean): void {
  const notice = { kind: 'request_waits', ...noticeOf(request), actorId: request.author_id } as const;
  change.send(notify(change, notice, { approversIn: request.environment_id, actor: isOwnEnough }));
}

/** Tells the author of a request what someone else decided. A later decision replaces it, and what the author does ends it. */
export function notifyOfDecision(
  change: Change,
  row: ChangeRequestRow,
  decision: RequestDecision | undefined,
  actorId: string,
): void {
  const kind = 'request_decided';
  if (actorId === row.author_id) return change.send(takeBack(change, kind, row.id));
  if (!decision) return;
  const { about, ...notice } = noticeOf({ ...row, flags: row.changes });
  change.send(
    notify(change, { kind, ...notice, about: { ...about, decision }, actorId }, { userIds: [row.author_id] }),
  );
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
