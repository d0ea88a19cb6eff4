import type { FlagSummary, FlagView, UpdateFlagValueRequest } from '@burgee/contracts/http';
import type { FlagChange, RequestedChanges } from '../api/requested-changes.js';
import { differences, type FieldChange, fieldText, labelOf } from '../toggle/describe-value.js';
import { afterPatch } from '../toggle/value-patch.js';

/** The page's data of flags that are about to change. */
interface KnownFlags {
  flag: FlagView | undefined;
  listed: readonly FlagSummary[];
}

/** A list of flags has no rules: a change of one is named, but not described. */
function switched(isEnabled: boolean, patch: UpdateFlagValueRequest): FieldChange[] {
  const { is_enabled: after, ...others } = patch;
  if (after === undefined || after === isEnabled || Object.keys(others).length > 0) return [];
  return [
    {
      field: labelOf('is_enabled'),
      before: fieldText('is_enabled', isEnabled),
      after: fieldText('is_enabled', after),
    },
  ];
}

/** The changes of each flag, as far as the page has its data. */
export function flagChangesOf({ environmentId, changes, shown }: RequestedChanges, { flag, listed }: KnownFlags) {
  if (shown) return shown;
  return changes.flatMap(({ flag_id, action, patch }): FlagChange[] => {
    const known = flag?.id === flag_id ? flag : listed.find(({ id }) => id === flag_id);
    if (!known) return [];
    if (!patch) return action && action !== 'update' ? [{ key: known.key, changes: [], action }] : [];
    const value = known === flag && flag.environments.find(({ environment_id }) => environment_id === environmentId);
    if (value) return [{ key: known.key, changes: differences(value, afterPatch(value, patch)) }];
    const row = known.environments.find(({ environment_id }) => environment_id === environmentId);
    return row ? [{ key: known.key, changes: switched(row.is_enabled, patch) }] : [];
  });
}
