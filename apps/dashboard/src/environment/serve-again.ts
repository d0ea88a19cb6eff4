import type { EnvironmentView, FlagValueView } from '@burgee/contracts/http';
import { listNames } from '../feedback/format.js';
import { confirmIn } from './confirm-in.js';
import { texts } from './texts.js';

/** Whether a flag's value in an environment is on, and served. */
export type ServedValue = Pick<FlagValueView, 'environment_id' | 'is_enabled' | 'served'>;

/** The environments in which a flag is on. */
export const environmentsOn = (
  values: readonly ServedValue[],
  environments: readonly EnvironmentView[],
): EnvironmentView[] =>
  environments.filter(({ id }) => values.some((value) => value.environment_id === id && value.is_enabled));

/**
 * The environments whose rules hold for a change of these whole flags: no rule does where none of them is served yet.
 */
export const environmentsServing = (
  flags: readonly { environments: readonly Pick<ServedValue, 'environment_id' | 'served'>[] }[],
  environments: readonly EnvironmentView[],
): EnvironmentView[] =>
  environments.filter(({ id }) =>
    flags.some(({ environments: values }) => !values.some((one) => one.environment_id === id && one.served === false)),
  );

/** Serves a flag to apps again, after a confirmation if it is on in protected environments. */
export function confirmToServe(
  title: string,
  action: string,
  on: readonly EnvironmentView[],
  serve: () => unknown,
): Promise<boolean> {
  const effects = [texts.servedIn(listNames(on.map(({ name }) => name)))];
  return confirmIn({ title, action, environments: on, effects }, serve);
}
