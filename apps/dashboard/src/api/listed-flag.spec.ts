import type { FlagValueView, FlagView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { listedFlag, listedFlagWith } from './listed-flag.js';

const value = (updated_at: string, more: Partial<FlagValueView> = {}) =>
  ({
    environment_id: 'dev',
    is_enabled: false,
    rollout_percentage: 100,
    targeting_attribute: null,
    targeting_value: null,
    targeting_return_value: null,
    updated_at,
    ...more,
  }) as FlagValueView;
const flag = { id: 'f', key: 'a', type: 'string', description: 'long', environments: [value('2')] } as FlagView;

describe('a flag of a list', () => {
  it('omits what the table does not show', () => {
    const listed = listedFlag({ ...flag, environments: [value('2', { targeting_attribute: 'plan' })] });
    expect(listed).not.toHaveProperty('description');
    expect(listed.environments).toEqual([
      {
        environment_id: 'dev',
        is_enabled: false,
        rollout_percentage: 100,
        has_rule: true,
        has_value: false,
        unconditional_value: null,
        updated_at: '2',
      },
    ]);
  });

  it('has its unconditional value, cut to the length that the service lists', () => {
    const listed = (text: string, more: Partial<FlagValueView> = {}, type: FlagView['type'] = 'string') =>
      listedFlag({ ...flag, type, environments: [value('2', { targeting_return_value: text, ...more })] })
        .environments[0]?.unconditional_value;
    expect(listed('blue')).toBe('blue');
    expect(listed('🚩'.repeat(200))).toBe('🚩'.repeat(200));
    expect(listed('🚩'.repeat(201))).toBe(`${'🚩'.repeat(199)}…`);
    expect(listed('blue', { targeting_attribute: 'plan', targeting_value: 'pro' })).toBeNull();
    expect(listed('true', {}, 'boolean')).toBeNull();
  });

  it('says which values apps do not get yet', () => {
    const listed = listedFlag({ ...flag, environments: [value('2', { served: false }), value('2')] });
    expect(listed.environments.map(({ served }) => served)).toEqual([false, undefined]);
  });

  it('takes a newer value, and no older one', () => {
    const on = (updated_at: string) =>
      listedFlagWith(listedFlag(flag), value(updated_at, { is_enabled: true })).environments[0]?.is_enabled;
    expect([on('1'), on('2'), on('3')]).toEqual([false, true, true]);
  });
});
