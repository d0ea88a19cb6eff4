import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { isArchived } from '../../../api/flags.js';
import { listNames } from '../../../feedback/format.js';
import { stateOf } from '../../../toggle/value-patch.js';
import { sentenceOf } from './sentence-of.js';
import { texts } from './summary-texts.js';

type Named = Pick<EnvironmentView, 'id' | 'name' | 'protected'>;

/** Of more environments, it counts those that are on. */
const NAMED_AT_MOST = 3;

interface Row {
  name: string;
  guarded: boolean;
  isServed: boolean;
  isOn: boolean;
  says: string;
}

/** Who gets a flag in the environments that serve it. @param areAll whether no others exist */
function describeServed(rows: readonly Row[], areAll: boolean): string[] {
  const [first] = rows;
  if (!first) return [];
  if (rows.length > 1 && rows.every(({ says }) => says === first.says))
    return [areAll ? texts.everywhere(rows.length, first.says) : texts.elsewhere(first.says)];
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
  ];
}

/**
 * Who gets a flag, environments that do not serve it yet first, then protected ones: "Production: off for everyone. On in
 * Staging." Undefined without one.
 */
export function summarize(
  flag: Pick<FlagView, 'type' | 'archived_at' | 'environments'>,
  environments: readonly Named[],
): string | undefined {
  const rows = environments.flatMap(({ id, name, protected: guarded }): Row[] => {
    const value = flag.environments.find(({ environment_id }) => environment_id === id);
    const says = value && sentenceOf(stateOf(value), flag.type);
    return says ? [{ name, guarded, isServed: value.served !== false, isOn: value.is_enabled, says }] : [];
  });
  if (rows.length === 0 || isArchived(flag)) return undefined;
  const served = rows.filter(({ isServed }) => isServed);
  const unserved = rows.filter(({ isServed }) => !isServed).map(({ name }) => name);
  const where = unserved.length > NAMED_AT_MOST ? texts.many(unserved.length) : listNames(unserved);
  const rest = describeServed(served, unserved.length === 0);
  return [...(unserved.length > 0 ? [texts.notServedIn(where)] : []), ...rest].join(' ');
}
