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

/** "Staging and Production", or a general term if they are unknown. */
const namesOf = (environments: readonly EnvironmentView[]) =>
  environments.length === 0 ? texts.unknown : listNames(environments.map(({ name }) => name));

/** "Staging requires a comment". */
export const titleOfHold = (reason: HoldReason, environments: readonly EnvironmentView[]): string =>
  texts.titles[reason](namesOf(environments), environments.length > 1);

/** "Staging is frozen until 26 Nov 2026, 12:00: the sale." */
const sayFreeze = ({ name, frozen_until, freeze_reason }: EnvironmentView): string =>
  texts.frozen(name, dayAndTime(frozen_until ?? ''), freeze_reason ?? undefined);

/** Why a change cannot be made, for a user who can neither override the rule nor request approval. */
export function describeHold(reason: HoldReason, environments: readonly EnvironmentView[]): string {
  const frozen = reason === 'environment_frozen' ? environments.filter((one) => isFrozen(one)) : [];
  const facts = frozen.length > 0 ? frozen.map(sayFreeze) : [texts.sentence(titleOfHold(reason, environments))];
  return [...facts, texts.whatNow[reason]].join(' ');
}
