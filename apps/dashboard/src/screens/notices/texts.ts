import type { NoticeKind } from '@burgee/contracts/http';

/** The texts of the page of notices. */
export const texts = {
  title: 'Notices',
  lead: 'What needs you in your projects. A notice stays here until you read it.',
  loadFailed: 'Notices could not be loaded',
  loading: 'Loading notices',
  none: 'No notices',
  noneHint:
    'When a plan of yours is approved, rejected or paused, or a plan waits in a project that you own, it appears here.',
  list: 'Notices',
  unread: 'Unread',
  somebody: 'Someone',
  titles: {
    plan_waits: (who: string, where: string) => `${who} requests approval of a plan for ${where}`,
    plan_approved: (who: string, where: string) => `${who} approved your plan for ${where}`,
    plan_rejected: (who: string, where: string) => `${who} rejected your plan for ${where}`,
    plan_paused: (_who: string, where: string) => `The plan for ${where} is paused`,
    plan_cancelled: (who: string, where: string) => `${who} canceled your plan for ${where}`,
    plan_taken_over: (who: string, where: string) => `${who} took over your plan for ${where}`,
    project_owned: (who: string, where: string) => `${who} made themselves an owner of ${where}`,
    token_ends: (_who: string, where: string) => `The API token ${where} ends within a week`,
  } satisfies Record<NoticeKind, unknown>,
  other: (where: string) => `News of ${where}`,
  where: (flag: string, environment: string) => `${flag} in ${environment}`,
  details: {
    plan_waits: 'None of its steps runs before it is approved.',
    plan_approved: 'Its steps run at their times.',
    plan_rejected: 'None of its steps runs. If you still want the change, create another schedule.',
    plan_cancelled: 'No further step runs. If you still want the change, create another schedule.',
    project_owned: 'Administrators of the installation may do that. You can remove them.',
    token_ends: 'Programs that use it are refused then. Make a new one in time.',
    plan_taken_over: 'They edited, resumed or started it. Its steps run in their name.',
  },
  pausedBy: (who: string) => `${who} paused it. No step runs until an editor resumes it.`,
  go: { requests: 'Review the plan', schedules: 'Open the plan', people: 'Show the people' },
  read: 'Mark as read',
  readOne: (title: string) => `Mark as read: ${title}`,
  readAll: 'Mark all as read',
  readFailed: 'The notice was not marked as read',
  more: 'Show more',
  in: (project: string) => `in ${project}`,
};
