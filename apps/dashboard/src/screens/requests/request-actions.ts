import type { ChangeRequestView, RequestAction } from '@burgee/contracts/http';

type Request = Pick<ChangeRequestView, 'state' | 'author_id' | 'approvals'>;

/** What an editor can do with a request now. The service decides; this only hides what it would refuse. */
export function actionsFor({ state, author_id, approvals }: Request, userId: string): RequestAction[] {
  if (state === 'applied' || state === 'rejected') return [];
  const isAuthor = author_id === userId;
  const hasApproved = approvals.some(({ user_id }) => user_id === userId);
  return [
    ...(isAuthor && (state === 'draft' || state === 'out_of_date') ? (['submit'] as const) : []),
    ...(!isAuthor && !hasApproved && (state === 'in_review' || state === 'approved') ? (['approve'] as const) : []),
    ...(state === 'approved' ? (['apply'] as const) : []),
    'reject',
  ];
}
