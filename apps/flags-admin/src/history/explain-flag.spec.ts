import { aRow } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { explainFlag } from './explain-flag.js';

const RULE = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' };

describe('the decision of a client', () => {
  it('names the rule and the percentage that decided', () => {
    const flag = aRow('a', { ...RULE, rollout_percentage: 30 });
    expect(explainFlag(flag, { country: 'NO' })).toMatchObject({
      value: true,
      reason: 'TARGETING_MATCH',
      variant: 'targeted',
      bucket: null,
      set: { ...RULE, rollout_percentage: 30, is_enabled: true },
    });
    const split = explainFlag(flag, { targetingKey: 'user-1' });
    expect(split).toMatchObject({ reason: 'SPLIT', value: split.bucket! < 30 });
  });

  it('has no value when the client uses its default, and names the error', () => {
    const text = explainFlag(aRow('a', { type: 'string' }), {});
    expect(['value' in text, text.reason, text.variant]).toEqual([false, 'STATIC', 'on']);
    const broken = explainFlag(aRow('a', { type: 'number', targeting_return_value: 'x' }), {});
    expect(['value' in broken, broken.reason, broken.error_code]).toEqual([false, 'ERROR', 'PARSE_ERROR']);
  });

  it('distinguishes null, which a JSON flag can return, from no value', () => {
    const flag = aRow('a', { type: 'json', targeting_return_value: 'null' });
    expect(explainFlag(flag, {})).toHaveProperty('value', null);
  });
});
