import { may, type Role } from '@burgee/contracts/wire';
import { type ChangeRules, notOwner, uncommented } from '../change-rules/change-rules.js';

interface Starter {
  role: Role;
  /** The comment of the schedule, which is that of each step. */
  comment: string | null;
  bypassReason: string | undefined;
}

/** How a new or edited schedule gets to run: at once, after approvals, or by an owner's override of them. */
export type Start = { kind: 'free' } | { kind: 'review' } | { kind: 'bypass'; reason: string };

/**
 * A freeze holds up steps, not plans: it may be over by then.
 * @throws comment_required, role_too_low when a member other than an owner tries to override
 */
export function decideStart(rules: ChangeRules, { role, comment, bypassReason }: Starter): Start {
  if (rules.comment_required && comment === null) throw uncommented(rules);
  if (rules.approvals === 0) return { kind: 'free' };
  if (bypassReason === undefined) return { kind: 'review' };
  if (!may({ role }, 'bypass_rules')) throw notOwner(rules);
  return { kind: 'bypass', reason: bypassReason };
}
