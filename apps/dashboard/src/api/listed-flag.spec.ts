import type { FlagValueView, FlagView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { listedFlag, listedFlagWith } from './listed-flag.js';

const value = (updated_at: string, more: Partial<FlagValueView> = {}) =>
  ({
    environment_id: 'dev',
    is_enabled: false,
    rollout_percentage: 100,
    targeting_attribute: null,
    updated_at,
    ...more,
  }) as FlagValueView;
const flag = { id: 'f', key: 'a', description: 'long', environments: [value('2')] } as FlagView;

describe('a flag of a list', () => {
  it('is without what a table does not show', () => {
    const listed = listedFlag({ ...flag, environments: [value('2', { targeting_attribute: 'plan' })] });
    expect(listed).not.toHaveProperty('description');
    expect(listed.environments).toEqual([
      {
        environment_id: 'dev',
        is_enabled: false,
        rollout_percentage: 100,
        has_rule: true,
        has_value: true,
        updated_at: '2',
      },
    ]);
  });

  it('takes a value that is newer, and no older one', () => {
    const on = (updated_at: string) =>
      listedFlagWith(listedFlag(flag), value(updated_at, { is_enabled: true })).environments[0]?.is_enabled;
    expect([on('1'), on('2'), on('3')]).toEqual([false, true, true]);
  });
});
