import type { EnvironmentView, FlagSummary } from '@burgee/contracts/http';
import { listNames } from '../../../feedback/format.js';
import { texts as all } from '../texts.js';

const texts = all.audience;

/** Where a flag is on, and where it is not served yet: "not served yet in Production; off elsewhere". */
export function sayWhere(
  { environments: values }: Pick<FlagSummary, 'environments'>,
  environments: readonly Pick<EnvironmentView, 'id' | 'name'>[],
): string {
  const names = (matches: (value: FlagSummary['environments'][number]) => boolean) =>
    environments
      .filter(({ id }) => values.some((value) => value.environment_id === id && matches(value)))
      .map(({ name }) => name);
  const on = names(({ is_enabled }) => is_enabled);
  const unserved = names(({ served }) => served === false);
  const onIn = on.length > 0 ? [texts.onIn(listNames(on))] : [];
  if (unserved.length === 0) return onIn[0] ?? texts.offEverywhere;
  const rest = on.length === 0 && unserved.length < environments.length ? [texts.offElsewhere] : [];
  return [...onIn, texts.notServedIn(listNames(unserved)), ...rest].join('; ');
}
