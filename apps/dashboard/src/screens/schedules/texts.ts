import type { PauseReason, ScheduleStatus } from '@burgee/contracts/http';
import { formatNumber, formatPercent } from '../../feedback/format.js';

/** What the pages of schedules say. */
export const texts = {
  title: 'Schedules',
  tab: (project: string) => `Schedules · ${project}`,
  lead: 'Changes that Burgee makes for you at the times you set.',
  back: 'Flags',
  all: 'All schedules in this project',
  open: 'Upcoming',
  ended: 'Ended in the last 30 days',
  noneEnded: 'No schedule ended in the last 30 days.',
  none: 'Nothing is scheduled',
  noneHint:
    'A schedule switches a flag at a set time, or rolls it out in steps: 5% today, 25% tomorrow, everyone on Friday. Open a flag and choose “Schedule a change…”.',
  goTo: 'Choose a flag',
  ofFlag: 'Scheduled changes',
  oneChange: 'A change',
  changes: (count: number) => `${formatNumber(count)} changes`,
  loadFailed: 'Schedules could not be loaded',
  loading: 'Loading schedules',

  status: {
    scheduled: 'Scheduled',
    paused: 'Paused',
    finished: 'Finished',
    cancelled: 'Cancelled',
  } satisfies Record<ScheduleStatus, string>,
  pausedBecause: {
    member: 'Paused by a member.',
    author: 'Paused because its author can no longer change flags. Resume it to take it over.',
    flag_archived: 'Paused because the flag is archived. Unarchive the flag, then resume.',
    value_changed:
      'Paused because someone changed the value. Check what the next step would do, then resume, edit or cancel.',
    late: 'Paused because the step was late. Resume to run it now.',
    refused: 'Paused because the change was refused.',
  } satisfies Record<PauseReason, string>,
  by: (who: string) => `by ${who}`,
  gone: 'a deleted account',
  utc: (time: string) => `${time} UTC`,
  endedAt: 'Ended ',
  steps: 'Steps',
  waits: 'scheduled',
  done: 'done',
  doneLate: (seconds: number) => `done, ${formatNumber(seconds)} s late`,
  unchanged: 'done, nothing to change',
  skippedLate: 'skipped because it was late',
  skippedChanged: 'skipped because the value had changed',
  nothing: 'no change',
  staysOff: 'The flag is off in this environment and stays off. A percentage applies once it is on.',
  picture: (steps: string) => `The percentage over time: ${steps}`,
  pictureStep: (time: string, share: number) => `${formatPercent(share)} from ${time}`,

  pause: 'Pause',
  resume: 'Resume',
  edit: 'Edit',
  cancel: 'Cancel schedule',
  actFailed: 'The schedule was not changed',
  paused: 'Schedule paused',
  resumed: 'Schedule resumed',
  cancelled: 'Schedule cancelled',
  resumeHint: 'When you resume, an overdue step runs at once, and the steps after it keep their distance from it.',
  named: (what: string, key: string) => `${what}: ${key}`,

  whats: {
    on: 'Switch on',
    off: 'Switch off',
    onShare: 'Switch on for a percentage',
    share: 'Set the percentage',
    other: 'Leave as it is',
  },
  ramp: 'Gradual rollout',
};
