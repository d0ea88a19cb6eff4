import type { RequestAction, RequestState } from '@burgee/contracts/http';
import { formatNumber as number } from '../../feedback/format.js';

const flags = (count: number) => (count === 1 ? '1 flag' : `${number(count)} flags`);

/** What the queue of change requests says. */
export const texts = {
  title: 'Change requests',
  tab: (project: string) => `Change requests · ${project}`,
  lead: 'Changes that wait for the approval of others. With a request in focus, A approves it.',
  open: 'Open',
  closed: 'Closed',
  which: 'Which change requests',
  none: 'No change requests',
  noneOpen: 'Who changes a flag where approvals are needed is asked whether to make one.',
  noneClosed: 'None was applied or rejected yet.',
  wants: (who: string, count: number, environment: string) =>
    `${who} wants to change ${flags(count)} in ${environment}`,
  somebody: 'Somebody',
  approvals: (count: number, needed: number) =>
    `${number(count)} of ${number(needed)} ${needed === 1 ? 'approval' : 'approvals'}`,
  by: (names: string) => `Approved by ${names}`,
  notCounted: (names: string) => `${names} may not change flags here any more, so this approval does not count`,
  closedBy: (state: RequestState, who: string) => `${state === 'applied' ? 'Applied' : 'Rejected'} by ${who}`,
  nowIs: 'Meanwhile it was changed. Now it is:',
  gone: 'Meanwhile it was archived or deleted.',
  back: 'It is again as it was.',
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
    out_of_date:
      'A value was changed since it was submitted. Its author can submit it again, beginning with the values as they are now.',
    paused: 'Its author may not change flags here any more. Reject it, and let somebody else make it anew.',
  } as Partial<Record<RequestState, string>>,
  actions: {
    submit: 'Submit again',
    approve: 'Approve',
    reject: 'Reject',
    apply: 'Apply',
  } satisfies Record<RequestAction, string>,
  submit: 'Submit',
  failed: 'That was not done',
  done: {
    submit: 'The request waits for approvals',
    approve: 'You have approved the request',
    reject: 'The request was rejected',
    apply: 'The request was applied',
  } satisfies Record<RequestAction, string>,
};
