import type { NoticeKind, SchedulePause } from '@burgee/contracts/http';
import type { LockedFlagAndValue } from '../flags/lock-flag.js';
import { notify, takeBack } from '../notices/notify.js';
import type { Change } from '../unit-of-work/change.js';
import type { ScheduleRow } from './schedule-row.js';

interface Located extends Pick<LockedFlagAndValue, 'flag' | 'value'> {
  row: Pick<ScheduleRow, 'id' | 'name' | 'author_id' | 'change_request_id'>;
}

function noticeOf(kind: NoticeKind, { row, flag, value }: Located, more: object = {}) {
  const about = {
    schedule_id: row.id,
    schedule_name: row.name,
    change_request_id: row.change_request_id,
    flag_id: flag.id,
    flag_key: flag.key,
    flag_name: flag.name,
    environment_id: value.environment_id,
    environment_name: value.environment_name,
    ...more,
  };
  return { kind, projectId: flag.project_id, subjectId: row.id, about };
}

/** Tells the author and the owners. @param actorId the member who paused it */
export function notifyOfPause(
  change: Change,
  found: Located,
  { reason, detail }: Pick<SchedulePause, 'reason' | 'detail'>,
  actorId: string | undefined,
): void {
  const notice = { ...noticeOf('plan_paused', found, { reason, detail }), actorId };
  change.send(notify(change, notice, { userIds: [found.row.author_id], owners: true }));
}

/** Tells those who may approve it that a plan waits. */
export function notifyOfRequest(change: Change, found: Located): void {
  const notice = { ...noticeOf('plan_waits', found), actorId: found.row.author_id };
  // Of a plan that someone took over, who could approve it until then.
  change.send(takeBack(change, 'plan_waits', found.row.id, found.row.author_id));
  change.send(notify(change, notice, { approversIn: found.value.environment_id }));
}

/** The plan no longer waits: takes back these notices, and tells its author who decided. */
export function notifyOfDecision(
  change: Change,
  kind: 'plan_approved' | 'plan_rejected',
  found: Located,
  actorId: string,
): void {
  endRequestNotices(change, found.row.id);
  notifyAuthor(change, kind, found, actorId);
}

/** Tells its author what someone else did. */
export function notifyAuthor(change: Change, kind: NoticeKind, found: Located, actorId: string): void {
  const notice = { ...noticeOf(kind, found), actorId };
  change.send(notify(change, notice, { userIds: [found.row.author_id] }));
}

/** Takes back what told them that a plan waits. */
export const endRequestNotices = (change: Change, scheduleId: string): void =>
  change.send(takeBack(change, 'plan_waits', scheduleId));
