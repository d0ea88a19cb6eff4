import { describe, expect, it } from '@jest/globals';
import { evaluateRow } from './evaluate-row.js';
import { ramp, sampleKeys } from './ramp.js';
import { readContext, withAttribute } from './read-context.js';
import { parseEvaluateSearch } from './evaluate-search.js';

type Row = Parameters<typeof evaluateRow>[0];

const ROW: Row = {
  flag_id: 'f',
  key: 'new-checkout',
  name: 'New checkout',
  type: 'boolean',
  is_enabled: true,
  rollout_percentage: 25,
  targeting_attribute: 'plan',
  targeting_value: 'pro',
  targeting_return_value: null,
};

/** With an unconditional value. */
const LONE: Row = {
  ...ROW,
  type: 'number',
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: '7',
};

describe('the context', () => {
  it('combines its two fields', () =>
    expect(readContext('ada', '{"plan":"pro"}')).toEqual({ context: { plan: 'pro', targetingKey: 'ada' } }));
  it('accepts the targetingKey among the attributes', () =>
    expect(readContext('', '{"targetingKey":"ada"}')).toEqual({ context: { targetingKey: 'ada' } }));
  it.each(['{', '[]', '"text"', 'null'])('reports what is wrong with %s', (text) =>
    expect(readContext('ada', text).fault).toMatch(/JSON|object/),
  );
  it('accepts a second attribute, and ignores an incomplete one', () => {
    expect(JSON.parse(withAttribute('{"a":1}', 'plan', 'pro'))).toEqual({ a: 1, plan: 'pro' });
    expect(withAttribute('{"a":1,"b', 'plan', 'pro')).toBe('{"a":1,"b');
  });
});

describe('the answer', () => {
  it.each([
    ['a rule that matches', ROW, { plan: 'pro' }, true, 'TARGETING_MATCH', 'plan is “pro”'],
    ['a flag that is off', { ...ROW, is_enabled: false }, {}, false, 'DISABLED', 'is off'],
    [
      'a flag that is not served yet',
      { ...ROW, is_enabled: false, served: false },
      {},
      undefined,
      'ERROR',
      'not served',
    ],
    ['everybody', { ...ROW, rollout_percentage: 100 }, {}, true, 'STATIC', 'everyone'],
    ['nobody', { ...ROW, rollout_percentage: 0 }, {}, false, 'DEFAULT', 'nobody'],
    ['a percentage without a targetingKey', ROW, {}, false, 'TARGETING_KEY_MISSING', 'without a targeting key'],
    [
      'a text that no rule returns',
      { ...ROW, type: 'string' },
      { targetingKey: 'a' },
      undefined,
      undefined,
      'The rule does not match: plan is not “pro”.',
    ],
    [
      'a text flag without a value',
      { ...LONE, type: 'string', targeting_return_value: null },
      {},
      undefined,
      undefined,
      'The flag has no value in this environment',
    ],
    ['an unconditional value', { ...LONE, rollout_percentage: 100 }, {}, 7, 'STATIC', 'everyone'],
    ['an unconditional value at 0 percent', { ...LONE, rollout_percentage: 0 }, {}, undefined, 'DEFAULT', 'nobody'],
    [
      'an unconditional value without a targetingKey',
      LONE,
      {},
      undefined,
      'TARGETING_KEY_MISSING',
      'without a targeting key',
    ],
    [
      'an invalid unconditional value',
      { ...LONE, rollout_percentage: 100, targeting_return_value: 'x' },
      {},
      undefined,
      'PARSE_ERROR',
      'not a valid number',
    ],
    [
      'a boolean flag with a value but no rule',
      { ...LONE, type: 'boolean', rollout_percentage: 100, targeting_return_value: 'false' },
      {},
      true,
      'STATIC',
      'everyone',
    ],
    [
      'a number of the rule',
      { ...ROW, type: 'number', targeting_return_value: '7' },
      { plan: 'pro' },
      7,
      'TARGETING_MATCH',
      'plan',
    ],
    [
      'a rule that returns an invalid value',
      { ...ROW, targeting_return_value: 'x' },
      { plan: 'pro' },
      undefined,
      'PARSE_ERROR',
      'not a valid boolean',
    ],
  ] as const)('has value and reason for %s', (_, row, context, value, reason, why) => {
    const outcome = evaluateRow(row as Row, context);
    expect([outcome.value, outcome.reason]).toEqual([value, reason]);
    expect(outcome.why).toContain(why);
  });

  it('is the unconditional value within the percentage, and otherwise the default in the code', () => {
    const { bucket = -1 } = evaluateRow(LONE, { targetingKey: 'ada' });
    const at = (rollout_percentage: number) => evaluateRow({ ...LONE, rollout_percentage }, { targetingKey: 'ada' });
    expect(at(bucket + 1)).toMatchObject({ value: 7, why: expect.stringContaining('is below') });
    expect(at(bucket)).toMatchObject({ value: undefined, why: expect.stringContaining('is not below') });
  });

  it.each([
    ['no value to give', { ...LONE, targeting_return_value: null }],
    ['only a rule', { ...ROW, type: 'number', targeting_return_value: '7' }],
    ['everybody', { ...ROW, rollout_percentage: 100 }],
    ['nobody', { ...ROW, rollout_percentage: 0 }],
    ['no environment where it is on', { ...ROW, is_enabled: false }],
    ['a rule that matches', { ...ROW, targeting_attribute: 'targetingKey', targeting_value: 'ada' }],
  ] as const)('has no bucket where the percentage does not matter: %s', (_, row) =>
    expect(evaluateRow(row as Row, { targetingKey: 'ada' }).bucket).toBeUndefined(),
  );

  it('names the bucket, on either side of the percentage', () => {
    const { bucket = -1 } = evaluateRow(ROW, { targetingKey: 'ada' });
    const at = (rollout_percentage: number) => evaluateRow({ ...ROW, rollout_percentage }, { targetingKey: 'ada' });
    expect(at(bucket + 1)).toMatchObject({
      value: true,
      why: expect.stringContaining(`Bucket ${bucket} is below ${bucket + 1}`),
    });
    expect(at(bucket)).toMatchObject({ value: false, why: expect.stringContaining('is not below') });
  });
});

describe('the ramp', () => {
  const keys = sampleKeys('');
  it('reads one user per line without duplicates, or creates sample users', () => {
    expect(sampleKeys(' ada\n\ngrace\nada ')).toEqual(['ada', 'grace']);
    expect(keys).toHaveLength(1_000);
  });
  it('a higher percentage only adds users, a lower one only removes users', () => {
    const [stored, raised, lowered] = [25, 60, 10].map((share) => ramp(ROW, share, keys));
    expect(stored).toMatchObject({ added: 0, dropped: 0 });
    expect(raised).toMatchObject({ dropped: 0, on: stored!.on + raised!.added });
    expect(lowered).toMatchObject({ added: 0, on: stored!.on - lowered!.dropped });
    expect(raised!.added).toBeGreaterThan(250);
  });
  it('counts an unconditional value like a boolean flag', () => {
    const boolean = ramp({ ...LONE, type: 'boolean', targeting_return_value: null }, 60, keys);
    expect(ramp(LONE, 60, keys)).toEqual(boolean);
  });
  it('puts every user into a bucket, and shows who gets it by the rule', () => {
    const rule = { ...ROW, targeting_attribute: 'targetingKey', targeting_value: 'ada' };
    const { buckets, users, on } = ramp(rule, 0, ['ada', 'grace']);
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(users[0]?.state).toBe('ruled');
    expect(on).toBe(1);
  });
});

describe('the address', () => {
  it('keeps valid parameters, and no list of users', () =>
    expect(parseEvaluateSearch({ flag: 'f', key: 42, context: { a: 1 }, share: 25, users: 'a\nb' })).toEqual({
      flag: 'f',
      key: '42',
      context: '{"a":1}',
      share: 25,
    }));
  it.each([101, -1, 1.5, 'x'])('ignores share %s', (share) => expect(parseEvaluateSearch({ share })).toEqual({}));
});
