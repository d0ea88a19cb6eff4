import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { isArchived } from '../../../api/flags.js';
import { listNames } from '../../../feedback/format.js';
import { stateOf } from '../../../toggle/value-patch.js';
import { sentenceOf } from './sentence-of.js';
import { texts } from './summary-texts.js';

type Named = Pick<EnvironmentView, 'id' | 'name' | 'protected'>;

/** Of more environments, it counts those that are on. */
const NAMED_AT_MOST = 3;

/** Who gets a flag, protected environments first: "Production: off for everyone. On in Staging." Undefined without one. */
export function summarize(
  flag: Pick<FlagView, 'type' | 'archived_at' | 'environments'>,
  environments: readonly Named[],
): string | undefined {
  const rows = environments.flatMap(({ id, name, protected: guarded }) => {
    const value = flag.environments.find(({ environment_id }) => environment_id === id);
    return value ? [{ name, guarded, isOn: value.is_enabled, says: sentenceOf(stateOf(value), flag.type) }] : [];
  });
  const [first] = rows;
  if (!first || isArchived(flag)) return undefined;
  if (rows.length > 1 && rows.every(({ says }) => says === first.says))
    return texts.everywhere(rows.length, first.says);
  const guarded = rows.filter((row) => row.guarded);
  const named = guarded.length > 0 ? guarded : rows.length === 1 ? rows : [];
  const others = rows.filter((row) => !named.includes(row));
  const on = others.filter(({ isOn }) => isOn).map(({ name }) => name);
  return [
    ...named.map(({ name, says }) => texts.inOne(name, says)),
    ...(others.length === 0
      ? []
      : on.length === 0
        ? [texts.offIn(others.length, named.length > 0)]
        : [on.length > NAMED_AT_MOST ? texts.onInMany(on.length, others.length) : texts.onIn(listNames(on))]),
  ].join(' ');
}
