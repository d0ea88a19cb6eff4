import type { FlagDifference } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { requestedPromotion } from './requested-promotion.js';

const OFF = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};

it('requests the promoted parts of each flag, and shows them as planned', () => {
  const from = { ...OFF, is_enabled: true, rollout_percentage: 20, targeting_return_value: 'blue' };
  const difference: FlagDifference = { flag_id: 'a', key: 'a', name: 'a', type: 'string', parts: [], from, to: OFF };
  const plan = { changes: [{ flag_id: 'a', key: 'a', parts: ['switch' as const, 'rule' as const] }], tag: undefined };
  expect(requestedPromotion('p', { plan, differences: [difference] })).toEqual({
    environmentId: 'p',
    changes: [
      {
        flag_id: 'a',
        patch: {
          is_enabled: true,
          targeting_attribute: null,
          targeting_value: null,
          targeting_return_value: 'blue',
        },
      },
    ],
    shown: [
      {
        key: 'a',
        changes: [
          { field: 'Status', before: 'off', after: 'on' },
          { field: 'Value', before: 'none', after: '“blue”' },
        ],
      },
    ],
  });
});

it('requests that a flag is served where only the target does not serve it', () => {
  const to = { ...OFF, served: false };
  const difference: FlagDifference = { flag_id: 'a', key: 'a', name: 'a', type: 'boolean', parts: [], from: OFF, to };
  const plan = { changes: [{ flag_id: 'a', key: 'a', parts: [] }], tag: undefined };
  expect(requestedPromotion('p', { plan, differences: [difference] })).toEqual({
    environmentId: 'p',
    changes: [{ flag_id: 'a', patch: { served: true } }],
    shown: [{ key: 'a', changes: [{ field: 'Served', before: 'not yet', after: 'now' }] }],
  });
});
