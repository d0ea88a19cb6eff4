import type { ChangeRequestView, RequestAction } from '@burgee/contracts/http';
import { type CardAction, texts } from './texts.js';

type Request = Pick<ChangeRequestView, 'state' | 'author_id' | 'approvals' | 'approvals_needed' | 'changes' | 'plan'>;

/** Whether one of its flags was archived or deleted, so that the request cannot be submitted again. */
const lacksFlag = ({ changes, plan }: Pick<Request, 'changes' | 'plan'>) =>
  (plan ? [plan] : changes).some(({ current }) => current === null);

/** The actions of the service, one after the other. */
export const stepsOf = (action: CardAction): RequestAction[] =>
  action === 'approve_and_apply' ? ['approve', 'apply'] : [action];

/** An editor's actions on a request. The service decides; this only hides actions that it would refuse. */
export function actionsFor(request: Request, userId: string): CardAction[] {
  const { state, author_id, approvals, approvals_needed, plan } = request;
  if (state === 'applied' || state === 'rejected') return [];
  const isAuthor = author_id === userId;
  const hasApproved = approvals.some(({ user_id }) => user_id === userId);
  const isLast = approvals.filter(({ counts }) => counts).length + 1 >= approvals_needed;
  return [
    ...(isAuthor && (state === 'draft' || state === 'out_of_date') && !lacksFlag(request) ? (['submit'] as const) : []),
    // The last approval of a plan starts it.
    ...(!isAuthor && !hasApproved && state === 'in_review' && isLast && !plan ? (['approve_and_apply'] as const) : []),
    ...(!isAuthor && !hasApproved && (state === 'in_review' || state === 'approved') ? (['approve'] as const) : []),
    ...(state === 'approved' ? (['apply'] as const) : []),
    'reject',
  ];
}

const DAY_MILLISECONDS = 86_400_000;

interface Newcomer {
  /** The approver, or undefined for the author. */
  id: string | undefined;
  /** Who invited them: the author, or the approver with this id. */
  inviter: string | undefined;
  joinedAt: string;
}

/**
 * Approvals where the author or the approver invited the other within a day before: both may be accounts of one person.
 * Invitations through a third account are not followed.
 */
export const newcomersOf = ({
  author_joined_at: author,
  approvals,
}: Pick<ChangeRequestView, 'author_joined_at' | 'approvals'>): Newcomer[] =>
  approvals.flatMap(({ user_id, approved_at, joined_at, invited_by_author, invited_author }): Newcomer[] => {
    const isNew = (joined: string | null): joined is string =>
      joined !== null && Date.parse(approved_at) - Date.parse(joined) < DAY_MILLISECONDS;
    if (invited_by_author && isNew(joined_at)) return [{ id: user_id, inviter: undefined, joinedAt: joined_at }];
    return invited_author && isNew(author) ? [{ id: undefined, inviter: user_id, joinedAt: author }] : [];
  });

/** The people on a request whose accounts exist. */
export const peopleOf = ({
  author_id,
  author_name,
  approvals,
  closed_by_id,
  closed_by_name,
}: Pick<ChangeRequestView, 'author_id' | 'author_name' | 'approvals' | 'closed_by_id' | 'closed_by_name'>) =>
  [
    { id: author_id, name: author_name },
    ...approvals.map(({ user_id, user_name }) => ({ id: user_id, name: user_name })),
    { id: closed_by_id ?? '', name: closed_by_name },
  ].flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));

/** The label of an action: the author submits a draft, and withdraws a request. */
export function labelOf(
  action: CardAction,
  { state, author_id, plan }: Pick<Request, 'state' | 'author_id' | 'plan'>,
  userId: string,
): string {
  if (action === 'apply' && plan) return texts.startPlan;
  if (action === 'submit' && state === 'draft') return texts.submit;
  return action === 'reject' && author_id === userId ? texts.withdraw : texts.actions[action];
}

/** The question before authors close their own request for good; undefined for other actions. */
export const questionBefore = (
  action: CardAction,
  { author_id, plan }: Pick<Request, 'author_id' | 'plan'>,
  userId: string,
) => {
  if (action !== 'reject' || author_id !== userId) return undefined;
  const { title, effect, planEffect } = texts.withdrawQuestion;
  return { title, effects: [plan ? planEffect : effect], action: texts.withdraw, always: true };
};

/** Its state in a word: a request that its author closed is withdrawn. */
export const stateOf = ({
  state,
  author_id,
  closed_by_id,
}: Pick<ChangeRequestView, 'state' | 'author_id' | 'closed_by_id'>) =>
  state === 'rejected' && closed_by_id === author_id ? texts.withdrawnState : texts.states[state];

/** Says what was done. @param before the request before the action @param after the request after it */
export function describeDone(
  action: RequestAction,
  { author_id, plan }: Pick<Request, 'author_id' | 'plan'>,
  after: Pick<Request, 'state'>,
  userId: string,
): string {
  if (action === 'reject' && author_id === userId) return texts.withdrawn;
  if (plan && after.state === 'applied') return texts.planStarted;
  return action === 'approve' && after.state === 'approved' ? texts.nowApproved : texts.done[action];
}

/** A hint about its state for the reader. */
export function hintOf(
  request: Pick<Request, 'state' | 'author_id' | 'changes' | 'plan'>,
  userId: string,
): string | undefined {
  const { state, author_id, plan } = request;
  if (state === 'out_of_date' && lacksFlag(request)) return texts.lacksFlag;
  if (state === 'in_review') return author_id === userId ? texts.othersApprove : plan ? texts.lastApproval : undefined;
  return (plan ? texts.planHints[state] : undefined) ?? texts.hints[state];
}
