import { aRow } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { assertFlagSetFits, flagBytes } from './flag-set-size.js';

const targeting = { targeting_attribute: 'plan', targeting_value: 'é', targeting_return_value: '🚩' };

describe('the size of a flag set', () => {
  it('is the bytes of keys, names and targeting texts in UTF-8', () => {
    expect(flagBytes(aRow('four'))).toBe(8);
    expect(flagBytes(aRow('four', targeting))).toBe(8 + 4 + 2 + 4);
    expect(flagBytes(aRow('four', { is_enabled: false, rollout_percentage: 7, type: 'json', flag_id: 'longer' }))).toBe(
      8,
    );
    expect(flagBytes(undefined)).toBe(0);
  });

  it('refuses a change that grows it past the limit, and names the limit and the size', () => {
    expect(() => assertFlagSetFits('Production', 1, 2_000_001, 2_000_000)).toThrow(
      expect.objectContaining({
        code: 'flag_set_too_large',
        message:
          'The flag set of Production would have 2,000,001 bytes of keys, names and targeting texts; ' +
          'FLAG_SET_BYTES_AT_MOST allows 2,000,000. Shorten or delete some, or ask an operator to raise the limit.',
      }),
    );
    expect(() => assertFlagSetFits('Production', 1, 2_000_000, 2_000_000)).not.toThrow();
  });

  it.each([0, -1])('never refuses a change by %i bytes, at any size', (growth) => {
    expect(() => assertFlagSetFits('Production', growth, 9_000_000, 2_000_000)).not.toThrow();
  });
});
