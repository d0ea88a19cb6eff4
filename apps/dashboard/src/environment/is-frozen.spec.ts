import { expect, it } from '@jest/globals';
import { isFrozen } from './is-frozen.js';

it('an environment is frozen until its time', () => {
  const until = '2026-11-26T12:00:00.000Z';
  const frozen = { frozen_until: until, freeze_reason: null };
  expect(isFrozen(frozen, Date.parse(until) - 1)).toBe(true);
  expect(isFrozen(frozen, Date.parse(until))).toBe(false);
  expect(isFrozen({ ...frozen, frozen_until: null })).toBe(false);
});
