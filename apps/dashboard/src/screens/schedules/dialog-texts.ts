import type { ScheduleChoice } from '@burgee/contracts/http';
import { formatNumber, formatPercent } from '../../feedback/format.js';
import { texts } from './texts.js';

/** The texts of the form of a schedule; lists of schedules load without them. */
export const formTexts = {
  title: (flag: string) => `Schedule a change to ${flag}`,
  editTitle: (flag: string) => `Edit the schedule for ${flag}`,
  environment: 'Environment',
  chooseEnvironment: 'Choose an environment',
  protected: 'This environment is protected. Scheduled changes run without another confirmation.',
  kind: 'Schedule type',
  kinds: { once: 'At set times', ramp: texts.ramp },
  name: 'Schedule name',
  nameHint: 'Optional',
  time: 'Time',
  timeFaults: { past: 'Choose a time in the future.', order: 'Choose a time after the previous step.' },
  timeHint: (zone: string) => `Times are in your time zone, ${zone}.`,
  what: 'Change',
  share: 'Percentage',
  step: (place: number) => `Step ${place}`,
  add: 'Add a step',
  remove: (place: number) => `Remove step ${place}`,
  begin: 'Starts',
  every: 'Time between steps',
  everies: { hour: '1 hour', sixHours: '6 hours', day: '1 day', week: '1 week' },
  shares: 'Percentages',
  sharesHint: 'Whole numbers from 0 to 100, in order, such as 5, 25, 50, 100',
  sharesWrong: 'Enter up to 20 whole numbers from 0 to 100, separated by commas.',
  preview: 'What each step changes',
  ifChanged: 'If edited meanwhile',
  ifLate: 'If a step is more than a minute late, such as after an outage',
  choices: {
    run: 'Apply anyway',
    skip: 'Skip the step',
    pause: 'Pause the schedule',
  } satisfies Record<ScheduleChoice, string>,
  missing: 'Choose times in the future, each later than the previous one.',
  /** @param now what the flag is, as in "On for everyone." */
  already: (flag: string, environment: string, now: string) =>
    `${flag} already has this value in ${environment}, so there is nothing to schedule. Now: ${now}`,
  noShares: 'The percentage has no effect yet: set a value for this flag in this environment first.',
  noValue: "This flag has no value in this environment: while it is on, your code's default applies.",
  drops: (now: number, first: number) =>
    `The flag is on for ${formatPercent(now)} of users now. The first step lowers that to ${formatPercent(first)}: ${formatPercent(now - first)} of users lose it until a later step includes them.`,
  failed: 'Nothing was scheduled',
  editFailed: 'The schedule was not changed',
  create: 'Schedule',
  createIn: (environment: string) => `Schedule in ${environment}`,
  save: 'Save schedule',
  done: (flag: string) => `Scheduled a change to ${flag}`,
  saved: 'Schedule saved',
  asked: (flag: string) => `Requested approval of the plan for ${flag}`,
  submit: {
    takesEffect: (approvals: number) =>
      approvals === 2
        ? 'The plan starts once two others have approved it. If that is after its first time, all steps move by the same delay.'
        : 'The plan starts once someone else has approved it. If that is after its first time, all steps move by the same delay.',
    comment: 'Comment',
    reason: 'Reason (optional)',
    reasonToOverride: 'Reason (required to override)',
    hint: 'Shown to approvers and in the project history.',
    reasonNeeded: 'An override needs a reason.',
    missing: 'Enter a reason.',
    ask: 'Request approval',
    override: 'Override approval',
  },
};

/** The question before a cancellation. */
export const cancelTexts = {
  title: (name: string) => `Cancel the schedule ${name}?`,
  titleOf: (flag: string) => `Cancel the schedule for ${flag}?`,
  left: (count: number) =>
    count === 1 ? 'Its remaining step will not run.' : `Its ${formatNumber(count)} remaining steps will not run.`,
  done: 'Changes made by earlier steps stay.',
  final: 'A canceled schedule cannot be resumed.',
  keep: 'Keep schedule',
};
