import { describe, expect, it } from '@jest/globals';
import { audienceOf, chooseAudience, takesValue } from './audience.js';

const ALL = {
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: '7',
};
const RULE = { ...ALL, targeting_attribute: 'country', targeting_value: 'NO' };

describe('the audience of a value', () => {
  it.each([
    [ALL, 'everyone'],
    [{ ...ALL, rollout_percentage: 25 }, 'share'],
    [RULE, 'rule'],
    [{ ...RULE, rollout_percentage: 25 }, 'rule'],
  ] as const)('%j: %s', (value, expected) => expect(audienceOf(value)).toBe(expected));

  it.each(['everyone', 'share', 'rule'] as const)('becomes %s when chosen, with the same value', (audience) => {
    for (const value of [ALL, RULE, { ...ALL, rollout_percentage: 25 }]) {
      const next = { ...value, ...chooseAudience(value, audience) };
      expect(audienceOf(next)).toBe(audience);
      expect(next.targeting_return_value).toBe('7');
    }
  });

  it('keeps its percentage and condition when the user chooses them again', () => {
    const share = { ...ALL, rollout_percentage: 25 };
    expect(chooseAudience(share, 'share').rollout_percentage).toBe(25);
    expect(chooseAudience(RULE, 'rule')).toMatchObject({ targeting_attribute: 'country', targeting_value: 'NO' });
  });
});

describe('detects a first condition that takes the value from other users', () => {
  it.each([
    [ALL, RULE, true],
    [{ ...ALL, rollout_percentage: 25 }, RULE, true],
    [RULE, { ...RULE, targeting_value: 'SE' }, false],
    [{ ...ALL, is_enabled: false }, RULE, false],
    [ALL, { ...RULE, is_enabled: false }, false],
    [{ ...ALL, rollout_percentage: 0 }, RULE, false],
    [{ ...ALL, targeting_return_value: null }, RULE, false],
    [ALL, { ...ALL, targeting_return_value: '8' }, false],
  ])('%#', (base, value, expected) => expect(takesValue(base, value)).toBe(expected));
});
