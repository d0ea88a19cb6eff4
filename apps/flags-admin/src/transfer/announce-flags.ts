import { yieldWhenDue } from '@burgee/process-kit';
import { describedFlag, FRESH_VALUE, toServed, type ValueState } from '../flags/flag-row.js';
import type { Change } from '../unit-of-work/change.js';
import type { DecidedFlag } from './decide-flag.js';

interface NamedEnvironment {
  id: string;
  slug: string;
  name: string;
}

/** Announces a flag in one environment before and after the change. Archived flags are not announced. */
function announceServed(
  change: Change,
  { key, type, current, next }: DecidedFlag,
  id: string,
  environmentId: string,
  [before, after]: [ValueState, ValueState],
): void {
  const wasServed = current && current.row.archived_at === null;
  const served = wasServed ? toServed(current.row, before) : undefined;
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
  idOf: (slug: string) => string,
): void {
  const { key, type, current, next, changed, values } = flag;
  const about = { project_id: projectId, flag_id: id, flag_key: key };
  const { archived, ...described } = next;
  if (!current) {
    const environments = values.map(({ slug, next: value }) => ({ environment_id: idOf(slug), ...value }));
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

const isToggle = (before: ValueState, next: ValueState) =>
  Object.keys(next).every((field) => field === 'is_enabled' || before[field as never] === next[field as never]);

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
    for (const { id: environmentId, slug } of environments) {
      const before = flag.current?.values.get(slug) ?? FRESH_VALUE;
      announceServed(change, flag, id, environmentId, [before, nextOf.get(slug) ?? before]);
    }
    auditFlag(change, projectId, flag, id, (slug) => bySlug.get(slug)?.id ?? '');
    for (const { slug, before, next } of flag.current ? flag.values : [])
      change.audit({
        action: isToggle(before, next) ? 'flag_toggle' : 'flag_update',
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
