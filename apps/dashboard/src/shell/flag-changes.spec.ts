import type { FlagSummary, FlagView, RequestedChange } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { flagChangesOf } from './flag-changes.js';

const VALUE = {
  environment_id: 'e',
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const of = (id: string) => ({ id, key: `key-${id}`, environments: [VALUE] });
const flag = of('a') as unknown as FlagView;
const listed = [of('a'), of('b')] as unknown as FlagSummary[];
const ON = { is_enabled: true };
const STATUS = { field: 'Status', before: 'off', after: 'on' };
const request = (...changes: RequestedChange[]) => ({ environmentId: 'e', changes });

it('describes every change of a flag', () => {
  const patch = { ...ON, rollout_percentage: 20 };
  expect(flagChangesOf(request({ flag_id: 'a', patch }), { flag, listed })).toEqual([
    { key: 'key-a', changes: [STATUS, { field: 'Rollout', before: '100%', after: '20%' }] },
  ]);
});

it('describes toggles of listed flags, and names flags that it lacks data for', () => {
  const changes = request(
    { flag_id: 'a', patch: ON },
    { flag_id: 'b', patch: { ...ON, targeting_value: null } },
    { flag_id: 'gone', patch: ON },
  );
  expect(flagChangesOf(changes, { flag: undefined, listed })).toEqual([
    { key: 'key-a', changes: [STATUS] },
    { key: 'key-b', changes: [] },
  ]);
});

it('describes the changes that the user saw, if given', () => {
  const shown = [{ key: 'a', changes: [STATUS] }];
  expect(flagChangesOf({ ...request(), shown }, { flag: undefined, listed: [] })).toBe(shown);
});

it.each(['archive', 'unarchive', 'delete'] as const)('says what is done with whole flags: %s', (action) => {
  expect(flagChangesOf(request({ flag_id: 'a', action }, { flag_id: 'b', action }), { flag, listed })).toEqual([
    { key: 'key-a', changes: [], action },
    { key: 'key-b', changes: [], action },
  ]);
});
