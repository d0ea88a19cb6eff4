import type { FlagDifference } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { planOf } from './promotions.js';

const differs = (flag_id: string, ...parts: FlagDifference['parts']) =>
  ({ flag_id, key: `key-${flag_id}`, parts }) as FlagDifference;

it('plans a request from the differing parts of the promoted flags', () => {
  const differences = [differs('a', 'switch', 'rule'), differs('b', 'rollout'), differs('c', 'switch')];
  const promotion = { from: 'd', to: 'p', flags: ['a', 'b', 'gone'], parts: ['switch' as const, 'rule' as const] };
  expect(planOf(differences, promotion)).toEqual({
    changes: [{ flag_id: 'a', key: 'key-a', parts: ['switch', 'rule'] }],
    tag: undefined,
  });
});
