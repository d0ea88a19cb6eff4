import { yieldWhenDue } from '@burgee/process-kit';
import { describedFlag, FRESH_VALUE, servedNow, toServed, type ValueState } from '../flags/flag-row.js';
import { actionFor, partsThatDiffer } from '../promotions/compare-values.js';
import type { Change } from '../unit-of-work/change.js';
import type { DecidedFlag } from './decide-flag.js';

export interface NamedEnvironment {
  id: string;
  slug: string;
  name: string;
  /** false: clients there do not get new flags yet. */
  serves?: boolean;
}

/** A new flag's value in an environment that the document leaves as it is. */
export const freshIn = ({ serves }: Pick<NamedEnvironment, 'serves'>): ValueState =>
  serves === false ? { ...FRESH_VALUE, served: false } : FRESH_VALUE;

/**
 * Announces a flag in one environment before and after the change. Archived flags, and values that clients do not get
 * yet, are not announced.
 */
function announceServed(
  change: Change,
  { key, type, current, next }: DecidedFlag,
  id: string,
  environmentId: string,
  [before, after]: [ValueState, ValueState],
): void {
  const wasServed = current && current.row.archived_at === null;
  const served = wasServed ? servedNow(current.row, before) : undefined;
  if (after.served === false) return;
  const flag = { id, key, name: next.name, type };
  if (!current && after === before && !next.archived) change.flagCreated(environmentId, toServed(flag, after));
  else if (next.archived) {
    if (wasServed) change.flagDeleted(environmentId, flag, served);
    else if (after !== before) change.unservedValueChanged(environmentId);
  } else if (!wasServed || next.name !== current.row.name || before !== after)
    change.flagUpdated(environmentId, toServed(flag, after), served);
}

function auditFlag(
  change: Change,
  projectId: string,
  flag: DecidedFlag,
  id: string,
  bySlug: ReadonlyMap<string, NamedEnvironment>,
): void {
  const { key, type, current, next, changed, values } = flag;
  const about = { project_id: projectId, flag_id: id, flag_key: key };
  const { archived, ...described } = next;
  if (!current) {
    const given = new Map(values.map(({ slug, next: value }) => [slug, value]));
    const environments = [...bySlug.values()].flatMap((environment) => {
      const value = given.get(environment.slug) ?? (environment.serves === false ? { served: false } : undefined);
      return value ? [{ environment_id: environment.id, ...value }] : [];
    });
    const made = describedFlag({ key, type, owner_id: null, ...described });
    change.audit({
      action: 'flag_create',
      ...about,
      old_values: null,
      new_values: {
        ...made,
        ...FRESH_VALUE,
        ...(archived && { archived }),
        ...(environments.length > 0 && { environments }),
      },
    });
    return;
  }
  const renamed = changed.filter((field) => field !== 'archived');
  const only = (from: object) => Object.fromEntries(renamed.map((field) => [field, from[field as never]]));
  if (renamed.length > 0)
    change.audit({ action: 'flag_rename', ...about, old_values: only(current.row), new_values: only(next) });
  if (changed.includes('archived'))
    change.audit({
      action: archived ? 'flag_archive' : 'flag_unarchive',
      ...about,
      old_values: { archived: !archived },
      new_values: { archived },
    });
}

/**
 * Announces and audits changes of flags: for each flag first the messages to clients, then its entries.
 * @param idOf returns the id of a new flag
 */
export async function announceFlags(
  change: Change,
  projectId: string,
  environments: readonly NamedEnvironment[],
  flags: readonly DecidedFlag[],
  idOf: (flag: DecidedFlag) => string,
): Promise<void> {
  const bySlug = new Map(environments.map((environment) => [environment.slug, environment]));
  const pause = yieldWhenDue();
  for (const flag of flags) {
    const id = flag.current?.row.id ?? idOf(flag);
    const nextOf = new Map(flag.values.map(({ slug, next }) => [slug, next]));
    for (const environment of environments) {
      const { id: environmentId, slug } = environment;
      const before = flag.current ? (flag.current.values.get(slug) ?? FRESH_VALUE) : freshIn(environment);
      announceServed(change, flag, id, environmentId, [before, nextOf.get(slug) ?? before]);
    }
    auditFlag(change, projectId, flag, id, bySlug);
    for (const { slug, before, next } of flag.current ? flag.values : [])
      change.audit({
        action: actionFor(partsThatDiffer(before, next)),
        project_id: projectId,
        flag_id: id,
        flag_key: flag.key,
        environment_id: bySlug.get(slug)?.id ?? '',
        environment_name: bySlug.get(slug)?.name ?? '',
        old_values: { ...before },
        new_values: { ...next },
      });
    await pause();
  }
}
