import type { FlagDifference } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { partText, planLines } from './plan-lines.js';

const OFF = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const NORWAY = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' };
const difference = (flag_id: string, from: object, to: object = {}): FlagDifference => ({
  flag_id,
  key: flag_id,
  name: flag_id,
  type: 'boolean',
  parts: [],
  from: { ...OFF, ...from },
  to: { ...OFF, ...to },
});
const planOf = (changes: [string, ('switch' | 'rollout' | 'rule')[]][], ...differences: FlagDifference[]) => ({
  plan: { tag: 't', changes: changes.map(([flag_id, parts]) => ({ flag_id, key: flag_id, parts })) },
  differences,
});

describe('a part of a value', () => {
  it.each([
    ['switch', { is_enabled: true }, 'on'],
    ['rollout', { rollout_percentage: 20 }, '20%'],
    ['rule', {}, 'none'],
    ['rule', NORWAY, 'users whose country is “NO” get true'],
    ['rule', { targeting_return_value: '' }, '“”'],
    ['rule', { targeting_return_value: 'blue' }, '“blue”'],
  ] as const)('%s of %j is %s', (part, value, said) => {
    expect(partText(part, { ...OFF, ...value })).toBe(said);
  });
});

describe('a plan', () => {
  const on = planOf([['a', ['switch']]], difference('a', { is_enabled: true, ...NORWAY }));

  it('shows each flag before and after, in the changed parts', () => {
    expect(planLines(on)).toEqual([{ id: 'a', key: 'a', changes: [{ field: 'Status', before: 'off', after: 'on' }] }]);
  });

  it('shows the earlier plan next to the new one after another user changed a value', () => {
    const seen = planLines(
      planOf(
        [
          ['a', ['rollout']],
          ['b', ['switch']],
        ],
        difference('a', { rollout_percentage: 20 }),
        difference('b', { is_enabled: true }),
      ),
    );
    const now = planOf(
      [
        ['a', ['rollout']],
        ['c', ['switch']],
      ],
      difference('a', { rollout_percentage: 20 }, { rollout_percentage: 5 }),
      difference('c', { is_enabled: true }),
    );
    const status = { field: 'Status', before: 'off', after: 'on' };
    expect(planLines(now, seen)).toEqual([
      {
        id: 'a',
        key: 'a',
        changes: [{ field: 'Rollout', before: '5%', after: '20%' }],
        seen: [{ field: 'Rollout', before: '100%', after: '20%' }],
      },
      { id: 'c', key: 'c', changes: [status], seen: [] },
      { id: 'b', key: 'b', changes: [], seen: [status] },
    ]);
    expect(planLines(on, planLines(on))).toEqual(planLines(on));
  });
});
