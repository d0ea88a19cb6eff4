import type { UpdateEnvironmentRequest } from '@burgee/contracts/http';
import { DomainError, may, type Role } from '@burgee/contracts/wire';
import type { ChangeRules } from './change-rules.js';

type RulePatch = Pick<UpdateEnvironmentRequest, 'frozen_until' | 'freeze_reason' | 'comment_required' | 'approvals'>;
type Rules = Omit<ChangeRules, 'id' | 'name'>;
/** The rules without an end of their own. */
export type LastingRules = Pick<Rules, 'approvals' | 'comment_required'>;

const DAY_MS = 86_400_000;
const FREEZE_DAYS_AT_MOST = 366;

function refuse(field: string, detail: string): DomainError {
  return new DomainError('invalid_request', `The request was refused: ${field} ${detail}.`, {
    errors: [{ pointer: `/${field}`, detail }],
  });
}

/** @throws invalid_request when the time is in the past or too far ahead */
function untilOf(given: string, now: number): string {
  const until = Date.parse(given);
  if (!(until > now)) throw refuse('frozen_until', 'must be in the future; null ends a freeze');
  if (until > now + FREEZE_DAYS_AT_MOST * DAY_MS)
    throw refuse('frozen_until', `must be within ${FREEZE_DAYS_AT_MOST} days`);
  return new Date(until).toISOString();
}

/** Ending or shortening a freeze overrides it, so it takes an owner. @throws role_too_low */
function assertMayLoosen(current: Rules, until: string | null, role: Role): void {
  const isLooser = current.frozen_until !== null && (until === null || until < current.frozen_until);
  if (isLooser && !may({ role }, 'bypass_rules'))
    throw new DomainError(
      'role_too_low',
      'Only owners can end or shorten a freeze. Wait for its end, or ask an owner.',
    );
}

const LOOSENING: Readonly<Record<keyof LastingRules, string>> = {
  approvals: 'lower the number of approvals',
  comment_required: 'stop requiring a comment',
};

/** The lasting rules that this would loosen. */
export function loosenedRules(
  current: LastingRules,
  { approvals, comment_required }: Partial<LastingRules>,
): (keyof LastingRules)[] {
  const loosens = {
    approvals: approvals !== undefined && approvals < current.approvals,
    comment_required: comment_required === false && current.comment_required,
  };
  return (['approvals', 'comment_required'] as const).filter((rule) => loosens[rule]);
}

/**
 * The rules after an update. Fields that are left out stay the same, and the reason of a freeze ends with it.
 * @param now in milliseconds
 * @throws invalid_request, role_too_low
 */
export function decideRules(
  current: Rules,
  { frozen_until, freeze_reason, comment_required, approvals }: RulePatch,
  { role, now }: { role: Role; now: number },
): Partial<Rules> {
  const until = frozen_until ? untilOf(frozen_until, now) : frozen_until === null ? null : current.frozen_until;
  assertMayLoosen(current, until, role);
  const [loosened] = loosenedRules(current, { comment_required, approvals });
  if (loosened && !may({ role }, 'bypass_rules'))
    throw new DomainError('role_too_low', `Only owners can ${LOOSENING[loosened]}. Ask an owner.`);
  if (until === null && freeze_reason) throw refuse('freeze_reason', 'needs a freeze: send frozen_until as well');
  const reason = until === null ? null : freeze_reason === undefined ? current.freeze_reason : freeze_reason || null;
  return {
    frozen_until: until,
    freeze_reason: reason,
    ...(comment_required !== undefined && { comment_required }),
    ...(approvals !== undefined && { approvals }),
  };
}
