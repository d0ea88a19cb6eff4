import { DomainError, NOBODY, type Role } from '@burgee/contracts/wire';
import type { ChangeNote } from '@burgee/session';
import type { ChangeRules } from './change-rules.js';

/** Who makes a change, and what they say about it. */
export interface Changer {
  id: string;
  /** In the project; undefined for a program of Burgee's own. */
  role: Role | undefined;
  note: ChangeNote;
  /** By environment, how many others have approved it. */
  approvals?: ReadonlyMap<string, number>;
}

const NONE: ReadonlyMap<string, number> = new Map();
const HOW_TO_BYPASS = 'An owner can go past that, with a reason.';

function frozen({ name, frozen_until, freeze_reason }: ChangeRules): DomainError {
  const why = freeze_reason ? ` (${freeze_reason})` : '';
  return new DomainError(
    'environment_frozen',
    `${name} is frozen until ${frozen_until}${why}, so nothing was changed. ${HOW_TO_BYPASS}`,
  );
}

function unapproved({ id, name, approvals }: ChangeRules): DomainError {
  const count = approvals === 1 ? 'an approval' : `${approvals} approvals`;
  return new DomainError(
    'approval_required',
    `${name} asks for ${count} of others, so nothing was changed. Make a change request: POST /api/environments/${id}/change-requests. ` +
      HOW_TO_BYPASS,
  );
}

function uncommented({ name }: ChangeRules): DomainError {
  const detail =
    `${name} asks for a comment with every change, so nothing was changed. Send \`comment\`, or the header Burgee-Comment where ` +
    'there is no body.';
  return new DomainError('comment_required', detail, { errors: [{ pointer: '/comment', detail: 'is required' }] });
}

/**
 * Holds a change to the rules of all environments that it touches: the strictest counts.
 * @returns whether it goes past a rule that holds others up, which its audit entries then say
 * @throws environment_frozen, approval_required, comment_required; role_too_low when somebody else than an owner wants to go past one
 */
export function assertAllowed(
  environments: readonly ChangeRules[],
  { id, role, note, approvals = NONE }: Changer,
): boolean {
  const freezing = environments.find(({ frozen_until }) => frozen_until !== null);
  const asked = environments.find((one) => one.approvals > (approvals.get(one.id) ?? 0));
  const holding = freezing ?? asked;
  if (holding && note.bypassReason === undefined) throw freezing ? frozen(freezing) : unapproved(holding);
  if (holding && role !== 'owner' && id !== NOBODY.id)
    throw new DomainError('role_too_low', `Only an owner can go past what ${holding.name} asks of changes.`);
  const asking = environments.find(({ comment_required }) => comment_required);
  if (asking && note.comment === undefined) throw uncommented(asking);
  return holding !== undefined;
}
