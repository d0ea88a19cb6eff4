import type { AuditEntryView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { findEntries, textForService } from './find-entries.js';

const entry = (id: string, more: Partial<AuditEntryView>) =>
  ({
    id,
    user_name: 'Ada',
    action: 'flag_update',
    flag_key: null,
    environment_name: null,
    old_values: null,
    new_values: null,
    request_id: null,
    ...more,
  }) as AuditEntryView;
const ENTRIES = [
  entry('checkout', { flag_key: 'new-checkout', environment_name: 'Production' }),
  entry('rollout', { old_values: { rollout_percentage: 10 }, new_values: { rollout_percentage: 35 } }),
  entry('grace', { user_name: 'Grace', request_id: 'page-123' }),
  ...[true, false].map((is_enabled) =>
    entry(is_enabled ? 'on' : 'off', {
      action: 'flag_toggle',
      flag_key: 'dark-mode',
      environment_name: 'Production',
      old_values: { is_enabled: !is_enabled },
      new_values: { is_enabled },
      comment: is_enabled ? 'trial' : null,
      bypass_reason: is_enabled ? null : 'outage',
    }),
  ),
];
const found = (search: string) => findEntries(ENTRIES, search, {}).map(({ id }) => id);

describe('a search in the history', () => {
  it.each([
    ['', ['checkout', 'rollout', 'grace', 'on', 'off']],
    ['switched on', ['on']],
    ['switched off', ['off']],
    ['trial', ['on']],
    ['OUTAGE', ['off']],
    ['PRODUCTION checkout', ['checkout']],
    ['35%', ['rollout']],
    ['grace changed', ['grace']],
    ['page-123', ['grace']],
    ['production grace', []],
  ])('for %j finds %j', (search, expected) => expect(found(search)).toEqual(expected));

  it.each([
    ['Checkout production', 'checkout production'],
    ['switched checkout on', 'checkout'],
    ['35%', '35'],
    ['a0 b0 c0 a0 d0 e0 f0 g0 h0 i0 j0 k0', 'a0 b0 c0 d0 e0 f0 g0 h0 i0 j0'],
    ['changed', undefined],
    ['', undefined],
  ])('reduces %j to %j for the service', (search, expected) => expect(textForService(search)).toBe(expected));
});
