import type { PauseReason, ScheduleChoice, ScheduleStatus } from '@burgee/contracts/http';
import { formatNumber, formatPercent } from '../../feedback/format.js';

/** The texts of the pages of schedules. */
export const texts = {
  title: 'Schedules',
  tab: (project: string) => `Schedules · ${project}`,
  lead: 'Upcoming changes and rollouts.',
  all: 'All schedules in this project',
  open: 'Upcoming and paused',
  ended: 'Ended in the last 30 days',
  noneEnded: 'No schedule ended in the last 30 days.',
  none: 'Nothing is scheduled',
  noneHint:
    'A schedule switches a flag once, or rolls it out in steps: 5% today, 25% tomorrow, everyone on Friday. Open a flag and choose “Schedule a change…”.',
  goTo: 'Choose a flag',
  ofFlag: 'Scheduled changes',
  oneChange: '1 change',
  changes: (count: number) => `${formatNumber(count)} changes`,
  loadFailed: 'Schedules could not be loaded',
  loading: 'Loading schedules',

  status: {
    in_review: 'In review',
    scheduled: 'Scheduled',
    paused: 'Paused',
    finished: 'Finished',
    cancelled: 'Canceled',
  } satisfies Record<ScheduleStatus, string>,
  /** Each says what to do. */
  pausedBecause: {
    member: 'Paused by a member. No step runs until an editor resumes it.',
    author: 'Its author can no longer change flags here. Resume it to take it over.',
    flag_archived: 'The flag is archived. Unarchive it and resume, or cancel the schedule.',
    value_changed: 'Someone changed the value since. Check the next step, then resume, edit or cancel.',
    late: 'The next step was late. Resume to run it now, or edit its time.',
    frozen: 'The environment is frozen. Resume it after the freeze.',
    refused: 'The next step was refused.',
    link: 'A switch-off link paused it. Check why, then resume or cancel it.',
  } satisfies Record<PauseReason, string>,
  /** The rules of an environment that a schedule does not meet, and what to do. */
  rules: {
    approval: 'This environment requires approval, and these steps have none. Resume to request it.',
    comment: 'This environment requires a comment, and these steps have none. Resume with a comment.',
    frozen: (until: string) => `This environment is frozen until ${until}. Resume the schedule after that.`,
    freezePauses: (until: string) =>
      `This environment is frozen until ${until}. A step before that does not run: the schedule pauses until an editor resumes it.`,
  },
  inReview: {
    waits: 'No step runs before the plan is approved.',
    count: (count: number, needed: number) =>
      `${formatNumber(count)} of ${formatNumber(needed)} ${needed === 1 ? 'approval' : 'approvals'}`,
    review: 'Review the plan',
  },
  /** What the plan does about a changed value and a late step. */
  ifChanged: {
    run: 'If someone has changed the value, a step runs anyway.',
    skip: 'If someone has changed the value, a step is skipped.',
    pause: 'If someone has changed the value, the plan pauses.',
  } satisfies Record<ScheduleChoice, string>,
  ifLate: {
    run: 'A late step runs anyway.',
    skip: 'A late step is skipped.',
    pause: 'A late step pauses the plan.',
  } satisfies Record<ScheduleChoice, string>,
  approvedBy: (names: string) => `Approved by ${names}`,
  overridden: (reason: string) => `Approval overridden: ${reason}`,
  by: (who: string) => `by ${who}`,
  gone: 'a deleted account',
  utc: (time: string) => `${time} UTC`,
  endedAt: 'Ended ',
  steps: 'Steps',
  waits: 'scheduled',
  done: 'done',
  doneLate: (seconds: number) => `done ${formatNumber(seconds)} s late`,
  unchanged: 'done, no change needed',
  skippedLate: 'skipped because it was late',
  skippedChanged: 'skipped because the value was edited',
  nothing: 'no change',
  staysOff: 'The flag is off in this environment and stays off. Percentages apply once it is on.',
  picture: (steps: string) => `Percentage over time: ${steps}`,
  pictureStep: (time: string, share: number) => `${formatPercent(share)} from ${time}`,

  pause: 'Pause',
  resume: 'Resume',
  ask: 'Request approval',
  edit: 'Edit',
  cancel: 'Cancel schedule',
  actFailed: 'The schedule was not changed',
  paused: 'Schedule paused',
  resumed: 'Schedule resumed',
  cancelled: 'Schedule canceled',
  resumeHint: 'Resuming runs an overdue step immediately; later steps shift by the same delay.',
  resuming: {
    title: (name: string) => `Resume the schedule ${name}?`,
    titleOf: (flag: string) => `Resume the schedule for ${flag}?`,
    atOnce: 'Its next step is overdue and runs immediately.',
    at: (time: string) => `Its next step runs on ${time}.`,
    none: 'The flag already has this value, so this step changes nothing.',
    later: (count: number) => (count === 1 ? 'One more step follows.' : `${formatNumber(count)} more steps follow.`),
    action: (environment: string) => `Resume in ${environment}`,
    needsApproval: 'Its steps have no approval for the present value, so this requests one. No step runs before.',
  },
  askedApproval: 'Approval requested',
  named: (what: string, key: string) => `${what}: ${key}`,

  whats: {
    on: 'Switch on',
    off: 'Switch off',
    onShare: 'Switch on for a percentage',
    share: 'Set the percentage',
    other: 'No change',
  },
  ramp: 'Gradual rollout',
};
