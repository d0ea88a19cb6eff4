import { DomainError, NOBODY, type Role } from '@burgee/contracts/wire';
import type { ChangeNote } from '@burgee/session';

/** What an environment asks of changes, as its row says. */
export interface ChangeRules {
  id: string;
  name: string;
  /** Until when nothing changes, ISO 8601; null while it is not frozen. */
  frozen_until: string | null;
  freeze_reason: string | null;
  comment_required: boolean;
  /** How many others approve a change. */
  approvals: number;
}

/** Whether a freeze is on, by the clock of the database, which is the same for every replica. */
const IS_FROZEN = 'e.frozen_until > clock_timestamp()';
const AS_ISO = `to_char(e.frozen_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The rules of an environment `e`, as columns of a statement. A freeze that is over is none. */
export const RULE_COLUMNS = (): string =>
  `case when ${IS_FROZEN} then ${AS_ISO} end as frozen_until, case when ${IS_FROZEN} then e.freeze_reason end as freeze_reason,
   e.comment_required, e.approvals`;

/** The same as one JSON value: null for an environment that asks nothing, so that it costs others nothing. */
export const RULES_AS_JSON = (): string =>
  `case when ${IS_FROZEN} or e.comment_required or e.approvals > 0 then json_build_object(
     'id', e.id, 'name', e.name, 'approvals', e.approvals,
     'frozen_until', case when ${IS_FROZEN} then ${AS_ISO} end, 'freeze_reason', e.freeze_reason,
     'comment_required', e.comment_required) end`;

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
    `${name} requires ${count}. Nothing was changed. Create a change request with POST /api/environments/${id}/change-requests. ` +
      HOW_TO_BYPASS,
  );
}

function uncommented({ name }: ChangeRules): DomainError {
  const detail =
    `${name} requires a comment with every change. Nothing was changed. Send \`comment\` in the body, or the header Burgee-Comment ` +
    'if there is no body.';
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
    throw new DomainError('role_too_low', `Only owners can override the change rules of ${holding.name}.`);
  const asking = environments.find(({ comment_required }) => comment_required);
  if (asking && note.comment === undefined) throw uncommented(asking);
  return holding !== undefined;
}
