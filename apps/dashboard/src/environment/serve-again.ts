import type { EnvironmentView, FlagValueView } from '@burgee/contracts/http';
import { listNames } from '../feedback/format.js';
import { confirmIn } from './confirm-in.js';
import { texts } from './texts.js';

/** Of the value of a flag in an environment, whether it is on. */
export type ServedValue = Pick<FlagValueView, 'environment_id' | 'is_enabled'>;

/** Those of these environments in which a flag is on. */
export const environmentsOn = (
  values: readonly ServedValue[],
  environments: readonly EnvironmentView[],
): EnvironmentView[] =>
  environments.filter(({ id }) => values.some((value) => value.environment_id === id && value.is_enabled));

/** Has apps get a flag again: after a confirmation, if it is on in protected environments. */
export function confirmToServe(
  title: string,
  action: string,
  on: readonly EnvironmentView[],
  serve: () => unknown,
): Promise<boolean> {
  const effects = [texts.servedIn(listNames(on.map(({ name }) => name)))];
  return confirmIn({ title, action, environments: on, effects }, serve);
}
