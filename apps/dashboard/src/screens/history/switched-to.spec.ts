import type { AuditEntryView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { switchedTo } from './switched-to.js';

const [on, off] = [{ is_enabled: true }, { is_enabled: false }];

it.each([
  ['flag_toggle', off, on, true],
  ['flag_toggle', on, off, false],
  ['flag_update', off, { ...on, rollout_percentage: 76 }, true],
  ['flag_update', on, { ...on, rollout_percentage: 76 }, undefined],
  ['flag_create', null, on, undefined],
] as const)('%s from %j to %j switched to %s', (action, old_values, new_values, expected) =>
  expect(switchedTo({ action, old_values, new_values } as unknown as AuditEntryView)).toBe(expected),
);
