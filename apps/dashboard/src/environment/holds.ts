import type { EnvironmentView } from '@burgee/contracts/http';
import type { HeldChange, HoldReason } from '../api/change-note.js';
import { listNames } from '../feedback/format.js';
import { dayAndTime } from '../feedback/time/time.js';
import { isFrozen } from './is-frozen.js';
import { texts } from './held-texts.js';

const HOLDS: Readonly<Record<HoldReason, (environment: EnvironmentView) => boolean>> = {
  comment_required: ({ comment_required }) => comment_required,
  environment_frozen: (environment) => isFrozen(environment),
  approval_required: ({ approvals }) => approvals > 0,
};

/** The environments that hold a change up. The page may not yet know that the change's own environment does. */
export function environmentsHolding(
  environments: readonly EnvironmentView[],
  reason: HoldReason,
  { environmentId }: Pick<HeldChange, 'environmentId'>,
): EnvironmentView[] {
  return environments.filter((one) => (environmentId === undefined ? HOLDS[reason](one) : one.id === environmentId));
}

/**
 * What a dialog asks for before it makes a change in these environments; undefined for nothing. A request can be made
 * during a freeze, too.
 */
export function holdOf(environments: readonly EnvironmentView[], isOwner: boolean): HoldReason | undefined {
  const reasons = [
    'approval_required',
    ...(isOwner ? ['environment_frozen' as const] : []),
    'comment_required',
  ] as const;
  return reasons.find((reason) => environments.some(HOLDS[reason]));
}

/** "Staging and Production", or a general term if they are unknown. */
const namesOf = (environments: readonly EnvironmentView[]) =>
  environments.length === 0 ? texts.unknown : listNames(environments.map(({ name }) => name));

/** "Staging requires a comment". */
export const titleOfHold = (reason: HoldReason, environments: readonly EnvironmentView[]): string =>
  texts.titles[reason](namesOf(environments), environments.length > 1);

/** "Staging is frozen until 26 Nov 2026, 12:00: the sale." */
const sayFreeze = ({ name, frozen_until, freeze_reason }: EnvironmentView): string =>
  texts.frozen(name, dayAndTime(frozen_until ?? ''), freeze_reason ?? undefined);

/** "Staging is frozen until 26 Nov 2026, 12:00: the sale.", for each that is. */
const describeFreezes = (environments: readonly EnvironmentView[]): string[] =>
  environments.filter((one) => isFrozen(one)).map(sayFreeze);

/** The rules because of which a dialog asks for this before it makes a change in these environments. */
export function describeRules(reason: HoldReason, environments: readonly EnvironmentView[]): string[] {
  const freezes = describeFreezes(environments);
  if (reason === 'environment_frozen') return freezes;
  return [texts.sentence(titleOfHold(reason, environments.filter(HOLDS[reason]))), ...freezes];
}

/** Why a change cannot be made, for a user who can neither override the rule nor request approval. */
export function describeHold(reason: HoldReason, environments: readonly EnvironmentView[]): string {
  const freezes = reason === 'environment_frozen' ? describeFreezes(environments) : [];
  const facts = freezes.length > 0 ? freezes : [texts.sentence(titleOfHold(reason, environments))];
  return [...facts, texts.whatNow[reason]].join(' ');
}
