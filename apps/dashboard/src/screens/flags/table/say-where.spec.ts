import type { FlagSummary } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { sayWhere } from './say-where.js';

const ENVIRONMENTS = [
  { id: 'd', name: 'Development' },
  { id: 'p', name: 'Production' },
];
const flag = (...states: ('on' | 'off' | 'not served')[]) =>
  ({
    environments: states.map((state, index) => ({
      environment_id: ENVIRONMENTS[index]?.id,
      is_enabled: state === 'on',
      ...(state === 'not served' && { served: false }),
    })),
  }) as FlagSummary;

it.each([
  [flag('off', 'off'), 'off in all environments'],
  [flag('on', 'off'), 'on in Development'],
  [flag('off', 'not served'), 'not served yet in Production; off elsewhere'],
  [flag('on', 'not served'), 'on in Development; not served yet in Production'],
  [flag('not served', 'not served'), 'not served yet in Development and Production'],
])('says where a flag is on and where it is not served yet (%#)', (one, where) => {
  expect(sayWhere(one, ENVIRONMENTS)).toBe(where);
});
