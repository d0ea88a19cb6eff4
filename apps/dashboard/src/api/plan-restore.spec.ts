import type { FlagAt } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { planRestore } from './plan-restore.js';

const flag = (key: string, rollout_percentage = 100) =>
  ({
    flag_id: key,
    key,
    is_enabled: true,
    rollout_percentage,
    targeting_attribute: null,
    targeting_value: null,
    targeting_return_value: null,
  }) as FlagAt;

it('plans a restore from the flag sets then and now', () => {
  const plan = planRestore(
    [flag('changed', 5), flag('gone'), flag('same')],
    [flag('changed'), flag('new'), flag('same')],
  );
  expect(plan).toMatchObject({
    tag: undefined,
    changes: [{ key: 'changed', action: 'change', from: { rollout_percentage: 100 }, to: { rollout_percentage: 5 } }],
    newer: [{ key: 'new' }],
    gone: ['gone'],
  });
  expect(plan.changes).toHaveLength(1);
});
