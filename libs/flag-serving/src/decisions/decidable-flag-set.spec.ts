import type { EvaluationContext, Flag } from '@burgee/evaluation';
import { describe, expect, it, jest } from '@jest/globals';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { DecidableFlagSet } from './decidable-flag-set.js';

const FLAG: Flag = {
  flag_id: 'f-1',
  key: 'a',
  name: 'A',
  type: 'boolean',
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const RULE = { targeting_attribute: 'country', targeting_value: 'NO' };

function made(...of: Parameters<typeof DecidableFlagSet.make>): DecidableFlagSet {
  const steps = DecidableFlagSet.make(...of);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const setOf = (...flags: Partial<Flag>[]) => {
  const body = Buffer.from(JSON.stringify(flags.map((flag) => ({ ...FLAG, ...flag }))));
  return made(new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 1, body }));
};
const allOf = (set: DecidableFlagSet, context: EvaluationContext) =>
  JSON.parse(`[${Buffer.concat([...set.decideAll(context)]).toString()}]`) as { key: string; value: unknown }[];

const metadata = { flagId: 'f-1' };
const CASES: [string, Partial<Flag>, EvaluationContext, object][] = [
  ['on', {}, {}, { value: true, reason: 'STATIC', variant: 'on' }],
  ['off', { is_enabled: false }, {}, { value: false, reason: 'DISABLED', variant: 'off' }],
  ['a text that is off', { type: 'string', is_enabled: false }, {}, { reason: 'DISABLED', variant: 'off' }],
  ['a text without a value', { type: 'string' }, {}, { reason: 'STATIC', variant: 'on' }],
  ['a text', { type: 'string', targeting_return_value: '' }, {}, { value: '', reason: 'STATIC', variant: 'on' }],
  ['null', { type: 'json', targeting_return_value: 'null' }, {}, { value: null, reason: 'STATIC', variant: 'on' }],
  [
    'a rule',
    { ...RULE, type: 'number', targeting_return_value: '0.5' },
    { country: 'NO' },
    { value: 0.5, reason: 'TARGETING_MATCH', variant: 'targeted' },
  ],
  [
    'a value that cannot be read',
    { type: 'json', targeting_return_value: '{' },
    {},
    { errorCode: 'PARSE_ERROR', errorDetails: '"a" does not return a json.' },
  ],
  [
    'a percentage without targetingKey',
    { rollout_percentage: 50 },
    {},
    { errorCode: 'TARGETING_KEY_MISSING', errorDetails: '"a" needs targetingKey.' },
  ],
];

describe('a decision', () => {
  it.each(CASES)('%s: the same alone and among all', (_, flag, context, expected) => {
    const set = setOf(flag);
    const answer = { key: 'a', metadata, ...expected };
    // JSON leaves out undefined fields.
    expect(JSON.parse(JSON.stringify(set.decide('a', context)))).toEqual(answer);
    expect(allOf(set, context)).toEqual([answer]);
  });

  it.each(['b', 'A', 'toString', '__proto__'])('an unknown flag, %s', (key) => {
    const errorDetails = `There is no flag "${key}".`;
    expect(setOf({}).decide(key, {})).toEqual({ key, errorCode: 'FLAG_NOT_FOUND', errorDetails });
  });
});

describe('all decisions', () => {
  it('parse a list once per flag set, however many contexts are decided', () => {
    const parse = jest.spyOn(JSON, 'parse');
    try {
      const lists = ['["NO","SE"]', ' ["DK"]', '["FI",1]', '[', 'IS'];
      const set = setOf(...lists.map((targeting_value, index) => ({ ...RULE, targeting_value, key: `k${index}` })));
      const texts = () => parse.mock.calls.map(([text]) => text).filter((text) => lists.includes(text));
      const listed = lists.slice(0, 4);
      expect(texts()).toEqual(listed);
      for (const country of ['NO', 'SE', 'DK', 'FI', 'IS', undefined]) {
        Array.from(set.decideAll({ country }));
        set.decide('k0', { country });
      }
      expect(texts()).toEqual(listed);
    } finally {
      parse.mockRestore();
    }
  });

  it('in another protocol each begin with a comma, and flags that it omits are left out', () => {
    const body = Buffer.from(
      JSON.stringify([
        { ...FLAG, key: 'a', is_enabled: false },
        { ...FLAG, key: 'b', ...RULE, rollout_percentage: 0 },
        { ...FLAG, key: 'c' },
        { ...FLAG, key: 'd' },
      ]),
    );
    const rendered = new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 1, body });
    const set = made(rendered, ({ key }, { value }) => (value === true ? key : ''));
    const said = (context: EvaluationContext) => Buffer.concat([...set.decideAll(context)]).toString();
    expect([said({}), said({ country: 'NO' })]).toEqual([',c,d', ',b,c,d']);
  });

  it('are cached for flags that ignore the context, and made per context for the others', () => {
    const set = setOf({ key: 'b' }, { key: 'c', is_enabled: false }, { key: 'd', ...RULE }, { key: 'e' }, { key: 'f' });
    const [first, second] = ['NO', 'SE'].map((country) => [...set.decideAll({ country })]);
    expect(first?.map((json) => [...String(json).matchAll(/"key":"(.)"/g)].map(([, key]) => key))).toEqual([
      ['b', 'c'],
      ['d'],
      ['e', 'f'],
    ]);
    expect(first?.map((json, part) => json === second?.[part])).toEqual([true, false, true]);
  });

  it('keep the order of the flags, and do not mix contexts', () => {
    const set = setOf({ key: 'b', ...RULE, rollout_percentage: 0 }, { key: 'c' });
    const valuesFor = (country: string) => allOf(set, { country }).map(({ key, value }) => [key, value]);
    for (let times = 0; times < 2; times++) {
      expect(valuesFor('NO')).toEqual([
        ['b', true],
        ['c', true],
      ]);
      expect(valuesFor('SE')).toEqual([
        ['b', false],
        ['c', true],
      ]);
    }
  });
});
