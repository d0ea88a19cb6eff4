import type { RequestedChange } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { decideAll } from '../flag-changes/decide-all.js';
import { itemFinder } from '../flag-changes/find-item.js';
import { decideValue } from '../flags/decide-value.js';
import { assertInUse, type FlagRow, valueState } from '../flags/flag-row.js';
import type { LockedFlagAndValue } from '../flags/lock-flag.js';
import type { StoredChange } from './change-request-row.js';

const BYTES_AT_MOST = 200_000;

/** @throws invalid_request */
function assertArchived({ archived_at }: Pick<FlagRow, 'archived_at'>): void {
  if (archived_at === null) throw new DomainError('invalid_request', 'is not archived');
}

const charactersOf = (value: StoredChange['to']) =>
  Object.values(value ?? {}).reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0);

/**
 * The changes of a request, starting from the present values.
 * @throws invalid_request or flag_archived, with every change that is invalid or changes nothing
 */
export function decideRequested(
  changes: readonly RequestedChange[],
  values: readonly LockedFlagAndValue[],
  environment_name: string,
): StoredChange[] {
  const find = itemFinder(values, ({ flag }) => flag.id, '/flag_id');
  const isOfPatch = (pointer = '') => pointer !== '' && pointer !== '/flag_id';
  const decided = decideAll(
    changes,
    '/changes',
    ({ flag_id, patch, action = 'update' }): StoredChange => {
      const { flag, value } = find(flag_id);
      if (action === 'unarchive') assertArchived(flag);
      else if (action !== 'delete') assertInUse(flag);
      const from = valueState(value);
      const from_tag = value.updated_at.toISOString();
      const change = { flag_id, key: flag.key, type: flag.type, from, from_tag, environment_name };
      if (action !== 'update') {
        if (patch) throw new DomainError('invalid_request', `has a patch, which ${action} does not take`);
        return { ...change, action, to: null };
      }
      if (!patch) throw new DomainError('invalid_request', 'needs a patch');
      const to = decideValue(from, patch, flag.type);
      if (!to) throw new DomainError('invalid_request', 'must change something');
      return { ...change, patch, to };
    },
    (error) => (isOfPatch(error.options.errors?.[0]?.pointer) ? '/patch' : ''),
  );
  // Measures the length without serializing long texts.
  const characters = decided.reduce((sum, { from, to }) => sum + charactersOf(from) + charactersOf(to), 0);
  if (characters > BYTES_AT_MOST || Buffer.byteLength(JSON.stringify(decided)) > BYTES_AT_MOST)
    throw new DomainError(
      'invalid_request',
      'The texts of these flags are too long for one change request. Split it.',
      {
        errors: [{ pointer: '/changes', detail: 'is too large for one change request' }],
      },
    );
  return decided;
}
