import { DomainError, may, NOBODY, type Role } from '@burgee/contracts/wire';
import type { ChangeNote } from '@burgee/session';

/** The rules of an environment, from its row. */
export interface ChangeRules {
  id: string;
  name: string;
  /** The end of the freeze in ISO 8601, or null when not frozen. */
  frozen_until: string | null;
  freeze_reason: string | null;
  comment_required: boolean;
  /** The number of required approvals. */
  approvals: number;
}

/** Whether a freeze is active, by the clock of the database, which all replicas share. */
const IS_FROZEN = 'e.frozen_until > clock_timestamp()';
const AS_ISO = `to_char(e.frozen_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL columns for the rules of an environment `e`. An expired freeze counts as none. */
export const RULE_COLUMNS = (): string =>
  `case when ${IS_FROZEN} then ${AS_ISO} end as frozen_until, case when ${IS_FROZEN} then e.freeze_reason end as freeze_reason,
   e.comment_required, e.approvals`;

/** The same as one JSON value, or null without rules, so that environments without rules pay nothing. */
export const RULES_AS_JSON = (): string =>
  `case when ${IS_FROZEN} or e.comment_required or e.approvals > 0 then json_build_object(
     'id', e.id, 'name', e.name, 'approvals', e.approvals,
     'frozen_until', case when ${IS_FROZEN} then ${AS_ISO} end, 'freeze_reason', e.freeze_reason,
     'comment_required', e.comment_required) end`;

/**
 * Whether clients of an environment `e` get a new flag at once. Code that names the flag runs already and decides by its
 * own default. Where a change takes an approval or waits for the end of a freeze, the flag waits for such a change.
 */
export const SERVES_NEW_FLAGS = (): string => `not (coalesce(${IS_FROZEN}, false) or e.approvals > 0)`;

/** The author of a change and the comment on it. */
export interface Changer {
  id: string;
  /** The role in the project. Undefined for Burgee's own programs. */
  role: Role | undefined;
  note: ChangeNote;
  /** By environment, the number of approvals by others. */
  approvals?: ReadonlyMap<string, number>;
}

const NONE: ReadonlyMap<string, number> = new Map();
const HOW_TO_BYPASS = 'Owners can override with a reason.';

function frozen({ name, frozen_until, freeze_reason }: ChangeRules): DomainError {
  const why = freeze_reason ? ` (${freeze_reason})` : '';
  return new DomainError(
    'environment_frozen',
    `${name} is frozen until ${frozen_until}${why}. Nothing was changed. ${HOW_TO_BYPASS}`,
  );
}

function unapproved({ id, name, approvals }: ChangeRules): DomainError {
  const count = approvals === 1 ? '1 approval' : `${approvals} approvals`;
  return new DomainError(
    'approval_required',
    `${name} requires ${count}. Nothing was changed. To change values, or to archive, unarchive or delete flags, create a ` +
      `change request with POST /api/environments/${id}/change-requests; for anything else, ask an owner. ${HOW_TO_BYPASS}`,
  );
}

export function uncommented({ name }: Pick<ChangeRules, 'name'>): DomainError {
  const detail =
    `${name} requires a comment with every change. Nothing was changed. Send \`comment\` in the body, or the header Burgee-Comment ` +
    'if there is no body.';
  return new DomainError('comment_required', detail, { errors: [{ pointer: '/comment', detail: 'is required' }] });
}

export function notOwner({ name }: Pick<ChangeRules, 'name'>): DomainError {
  return new DomainError('role_too_low', `Only owners can override the change rules of ${name}. Ask an owner.`);
}

/**
 * Checks a change against the rules of all its environments.
 * @returns whether it overrides a rule, which its audit entries then record
 * @throws environment_frozen, approval_required, comment_required, or role_too_low when a member other than an owner
 * tries to override
 */
export function assertAllowed(
  environments: readonly ChangeRules[],
  { id, role, note, approvals = NONE }: Changer,
): boolean {
  const freezing = environments.find(({ frozen_until }) => frozen_until !== null);
  const asked = environments.find((one) => one.approvals > (approvals.get(one.id) ?? 0));
  const holding = freezing ?? asked;
  if (holding && note.bypassReason === undefined) throw freezing ? frozen(freezing) : unapproved(holding);
  const mayBypass = id === NOBODY.id || (role !== undefined && may({ role }, 'bypass_rules'));
  if (holding && !mayBypass) throw notOwner(holding);
  const asking = environments.find(({ comment_required }) => comment_required);
  if (asking && note.comment === undefined) throw uncommented(asking);
  return holding !== undefined;
}
