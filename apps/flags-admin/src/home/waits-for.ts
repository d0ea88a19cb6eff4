import type { ChangeRequestView, WaitingChange } from '@burgee/contracts/http';
import { may, type MemberRoles, standingIn } from '@burgee/contracts/wire';

/** The environments in which the member changes values and approves changes. */
export const environmentsToChange = (member: MemberRoles, environmentIds: readonly string[]): string[] =>
  environmentIds.filter((id) => may(standingIn(member, id), 'approve_change'));

/** Whether a request by someone else still waits for this person. */
export const waitsFor = ({ state, approvals }: Pick<ChangeRequestView, 'state' | 'approvals'>, userId: string) =>
  state === 'in_review' && !approvals.some(({ user_id }) => user_id === userId);

export const homeRequest = (request: ChangeRequestView): WaitingChange => {
  const { id, environment_id, author_id, author_name, changes, plan, created_at } = request;
  const flag_keys = plan ? [plan.flag_key] : changes.map(({ key }) => key);
  return { id, environment_id, author_id, author_name, flag_keys, is_plan: plan !== null, created_at };
};
