import type { MailedNotice } from '../persistence/mailed-notices.js';

const NAMED_AT_MOST = 20;
const STOP = 'To get no mails about your inbox, turn them off on the page of your account.';

/** The place in the page that a mail leads to. */
export function pathTo([notice, ...others]: readonly MailedNotice[]): string {
  if (!notice || others.length > 0) return '/inbox';
  const { about, project_id } = notice;
  const project = `/projects/${project_id}`;
  if (notice.kind === 'flag_stale') return `${project}/flags/${about.flag_id}`;
  if (notice.kind === 'plan_paused') return `${project}/schedules#${about.schedule_id}`;
  return `${project}/requests#${about.change_request_id}`;
}

const whatOf = ({ about: { flags = 1, flag_key = '' } }: MailedNotice) => (flags > 1 ? `${flags} flags` : flag_key);
const whereOf = (notice: MailedNotice) => `${whatOf(notice)} in ${notice.about.environment_name}`;

function say(notice: MailedNotice): string {
  const who = notice.by ?? 'Someone';
  const where = `${whereOf(notice)}, in the project ${notice.project_name}`;
  switch (notice.kind) {
    case 'flag_stale':
      return `Your flag ${whatOf(notice)}, in the project ${notice.project_name}, is stale.`;
    case 'plan_paused':
      return `The plan for ${where}, is paused. No step runs until an editor resumes it.`;
    case 'plan_waits':
      return `${who} requests approval of a plan for ${where}.`;
    default:
      return `${who} requests approval of a change of ${where}.`;
  }
}

function subjectOf(notice: MailedNotice): string {
  if (notice.kind === 'flag_stale') return `stale flag: ${whatOf(notice)}`;
  return `${notice.kind === 'plan_paused' ? 'paused plan' : 'approval requested'}: ${whereOf(notice)}`;
}

/** What waits in an inbox. It can have line breaks, of names, which its caller removes. */
export function writeNotices(notices: readonly MailedNotice[]): { subject: string; body: string[] } {
  const [first, ...others] = notices;
  if (!first) throw new Error('a mail without notices');
  const body = notices.slice(0, NAMED_AT_MOST).map(say);
  if (others.length === 0) return { subject: subjectOf(first), body: [...body, STOP] };
  const more = notices.length - NAMED_AT_MOST;
  // Stale flags have a mail of their own.
  const subject =
    first.kind === 'flag_stale' ? `${notices.length} of your flags are stale` : `${notices.length} things wait for you`;
  return { subject, body: [`In your inbox: ${subject}.`, ...body, ...(more > 0 ? [`And ${more} more.`] : []), STOP] };
}
