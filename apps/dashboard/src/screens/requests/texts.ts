import type { RequestAction, RequestState } from '@burgee/contracts/http';

import { formatNumber as number, formatPercent } from '../../feedback/format.js';

/** The actions of the service, and two of them at once. */
export type CardAction = RequestAction | 'approve_and_apply';

const flags = (count: number) => (count === 1 ? '1 flag' : `${number(count)} flags`);

/** The texts of the queue of change requests. */
export const texts = {
  title: 'Change requests',
  tab: (project: string) => `Change requests · ${project}`,
  lead: 'Changes waiting for review. Approve, then apply.',
  keyHint: 'Press A on a request to approve it.',
  loadFailed: 'Change requests could not be loaded',
  open: 'Open',
  closed: 'Closed',
  which: 'Which change requests',
  none: 'No change requests',
  noneOpen: 'In an environment that requires approval, flag changes become requests that others approve here.',
  noneClosed: 'Applied and rejected requests appear here.',
  wants: (who: string, deed: string) => `${who} wants to ${deed}`,
  wanted: {
    flags,
    turnOn: (what: string, environment: string) => `turn on ${what} in ${environment}`,
    turnOff: (what: string, environment: string) => `turn off ${what} in ${environment}`,
    rollOut: (what: string, environment: string, percentage: number) =>
      `roll out ${what} to ${formatPercent(percentage)} in ${environment}`,
    change: (what: string, environment: string) => `change ${what} in ${environment}`,
    serve: (what: string, environment: string) => `serve ${what} in ${environment}`,
    archive: (what: string) => `archive ${what} in all environments`,
    unarchive: (what: string) => `unarchive ${what} in all environments`,
    delete: (what: string) => `delete ${what} in all environments`,
  },
  removals: {
    archive: 'Archived: no environment serves it any longer. It can be unarchived.',
    unarchive: 'Unarchived: apps get its values again.',
    delete: 'Deleted with its values in all environments.',
  },
  wantsPlan: (who: string, flag: string, environment: string) => `${who} plans changes to ${flag} in ${environment}`,
  plan: 'Plan',
  planChanged: 'The value has changed since the plan was submitted:',
  planShifts: 'Its first time has passed. If approved now, it starts now, and later steps shift by the same delay.',
  toSchedule: 'Show the schedule',
  wasNamed: (environment: string) => `was ${environment} when requested`,
  somebody: 'Someone',
  approvals: (count: number, needed: number) =>
    `${number(count)} of ${number(needed)} ${needed === 1 ? 'approval' : 'approvals'}`,
  by: (names: string) => `Approved by ${names}`,
  notCounted: (names: string) => `${names} can no longer change flags here, so the approval does not count`,
  newcomer: '{who} joined {when}, invited by the author',
  newAuthor: 'the author joined {when}, invited by {who}',
  closedBy: (state: string, who: string) => `${state} by ${who}`,
  nowIs: 'Changed since the request:',
  gone: 'This flag was archived or deleted since.',
  back: 'It was changed and then changed back since.',
  states: {
    draft: 'Draft',
    in_review: 'In review',
    approved: 'Approved',
    out_of_date: 'Out of date',
    paused: 'Paused',
    applied: 'Applied',
    rejected: 'Rejected',
  } satisfies Record<RequestState, string>,
  hints: {
    approved: 'Nothing has changed yet. Apply the request to make the change.',
    out_of_date:
      'A value has changed since the request was submitted. Its author can submit it again with the current values.',
    paused: 'Its author can no longer change flags here. Reject it and have someone else make a new request.',
  } as Partial<Record<RequestState, string>>,
  lacksFlag: 'It cannot be submitted again, because a flag of it was archived or deleted.',
  /** Instead of these hints, for a plan. */
  planHints: {
    approved: 'No step runs yet. Start the plan to run its steps at their times.',
    out_of_date:
      'The value has changed since the plan was submitted. Its author can submit it again from the current value.',
    draft: 'Its schedule is paused. Submitting it, or resuming the schedule, requests approval.',
  } as Partial<Record<RequestState, string>>,
  lastApproval: 'The last approval starts the plan.',
  startPlan: 'Start the plan',
  planStarted: 'The plan is approved and starts',
  othersApprove: 'Someone else has to approve it.',
  actions: {
    submit: 'Submit again',
    approve: 'Approve',
    reject: 'Reject',
    apply: 'Apply',
    approve_and_apply: 'Approve and apply',
  } satisfies Record<CardAction, string>,
  submit: 'Submit',
  withdraw: 'Withdraw',
  withdrawQuestion: {
    title: 'Withdraw this request?',
    effect: 'It cannot be reopened. To make the change later, request it again.',
    planEffect: 'It cannot be reopened, and its schedule is canceled.',
  },
  withdrawnState: 'Withdrawn',
  failed: 'The request was not changed',
  done: {
    submit: 'The request is waiting for approval',
    approve: 'You approved the request',
    reject: 'The request was rejected',
    apply: 'The request was applied',
  } satisfies Record<RequestAction, string>,
  nowApproved: 'The request is approved. Apply it to make the change.',
  withdrawn: 'You withdrew the request',
};
