import { aRow } from '@burgee/testing/unit';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { valueState } from '../flags/flag-row.js';
import { decideRestore, type PresentFlag } from './decide-restore.js';

const present = (key: string, fields: Partial<PresentFlag> = {}): PresentFlag => ({
  id: `id-of-${key}`,
  key,
  archived: false,
  value: valueState(aRow(key)),
  ...fields,
});
const off = valueState(aRow('', { is_enabled: false }));

it('changes values that differ, restores archived and deleted flags, and leaves newer flags alone', () => {
  const past = ['gone', 'same', 'other', 'archived'].map((key) => aRow(key));
  const now = [present('newer'), present('other', { value: off, key: 'other' }), present('same')];
  const { steps, newer } = decideRestore(past, [...now, present('archived', { archived: true })]);
  expect(steps.map(({ key, action, from, parts }) => [key, action, from, parts])).toEqual([
    ['archived', 'unarchive', null, []],
    ['gone', 'restore', null, []],
    ['other', 'change', off, ['switch']],
  ]);
  expect(newer).toEqual([{ flagId: 'id-of-newer', key: 'newer' }]);
});

it('has nothing left to do after its steps', () => {
  const keys = ['a', 'b', 'c', 'd'];
  const value = fc.record({ is_enabled: fc.boolean(), rollout_percentage: fc.constantFrom(0, 50, 100) });
  const sets = fc.dictionary(fc.constantFrom(...keys), value);
  const presents = fc.dictionary(fc.constantFrom(...keys), fc.tuple(value, fc.boolean()));
  fc.assert(
    fc.property(sets, presents, (then, now) => {
      const past = Object.entries(then).map(([key, fields]) => aRow(key, fields));
      const flags = Object.entries(now).map(([key, [fields, archived]]) =>
        present(key, { archived, value: valueState(aRow(key, fields)) }),
      );
      const { steps } = decideRestore(past, flags);
      const after = new Map(flags.map((flag) => [flag.id, flag]));
      for (const { flagId: id, key, to } of steps) after.set(id, { id, key, archived: false, value: to });
      expect(decideRestore(past, [...after.values()]).steps).toEqual([]);
      for (const flag of past)
        expect(after.get(flag.flag_id)).toMatchObject({ archived: false, value: valueState(flag) });
    }),
  );
});
