import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@burgee/unleash-api';
import { limitsIn } from './limits-in.js';
import { ofUsedSdks } from './of-used-sdks.js';

const FLAG = { id: 'f', key: 'new-checkout', name: 'New checkout', type: 'boolean' } as const;
const PLAIN = {
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const rule = (targeting_attribute: string, targeting_value: string) => ({
  ...PLAIN,
  targeting_attribute,
  targeting_value,
});
const inEach = (...values: (typeof PLAIN | ReturnType<typeof rule>)[]) =>
  limitsIn(
    FLAG,
    values.map((value, index) => ({ environment: ['Development', 'Production'][index]!, value })),
  );

describe("a limit of Unleash's SDKs", () => {
  it('does not exist for most flags, or while the flag is off', () => {
    expect(inEach(PLAIN, rule('plan', 'pro'))).toEqual([]);
    expect(inEach({ ...rule('user.plan', 'pro'), is_enabled: false })).toEqual([]);
  });

  it('is listed once with all its environments, in the order of the limits', () => {
    expect(inEach(rule('user.plan', ' pro'), rule('user.plan', 'pro'))).toEqual([
      { name: 'nested', ...LIMITS.nested, environments: ['Development', 'Production'] },
      { name: 'blank', ...LIMITS.blank, environments: ['Development'] },
    ]);
  });
});

describe('the limits of the SDKs in use', () => {
  const limits = inEach(rule('user.plan', ''));
  const used = (...sdks: string[]) =>
    ofUsedSdks(
      limits,
      sdks.map((sdk) => ({ sdk })),
    ).map(({ name, sdks: its }) => [name, its]);

  it.each([
    [[], []],
    [['burgee-js', 'unleash-js-sdk', 'unleash-client-javascript', 'node'], []],
    [['unleash-client-python'], [['nested', ['Python']]]],
    [
      ['unleash-node-sdk', 'unleash-go-sdk', 'unleash-client-java', 'unleash-client-rust-0.17'],
      [
        ['nested', ['Node', 'Go', 'Java', 'Rust']],
        ['empty', ['Node', 'Go']],
      ],
    ],
  ])('for %j are %j', (sdks, expected) => expect(used(...sdks)).toEqual(expected));
});
