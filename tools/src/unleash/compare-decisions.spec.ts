import { toFeature } from '@burgee/unleash-api';
import { describe, expect, it } from '@jest/globals';
import { compareDecisions, describeComparison } from './compare-decisions.js';
import { planFlag } from './plan-flag.js';
import type { UnleashFeature } from './unleash-document.js';

const rollout = (key: string, percentage: number, rest: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percentage), stickiness: 'userId', groupId: key },
  constraints: [],
  ...rest,
});
const norway = { contextName: 'country', operator: 'IN', values: ['NO'] };
const color = [{ name: 'blue', weight: 1000, payload: { type: 'string', value: 'blue' } }];

const FEATURES: UnleashFeature[] = [
  { name: 'all', enabled: true, strategies: [] },
  { name: 'off', enabled: false, strategies: [rollout('off', 50)] },
  { name: 'some', enabled: true, strategies: [rollout('some', 25)] },
  {
    name: 'rule',
    enabled: true,
    strategies: [rollout('rule', 100, { constraints: [norway] }), rollout('rule', 50)],
  },
  {
    name: 'not',
    enabled: true,
    strategies: [rollout('not', 50, { constraints: [{ ...norway, operator: 'NOT_IN' }] })],
  },
  {
    name: 'list',
    enabled: true,
    strategies: [rollout('list', 50, { constraints: [{ ...norway, operator: 'NOT_IN', values: ['NO', 'SE', 'DK'] }] })],
  },
  { name: 'users', enabled: true, strategies: [{ name: 'userWithId', parameters: { userIds: '7, 8' } }] },
  { name: 'user', enabled: true, strategies: [{ name: 'userWithId', parameters: { userIds: '7' } }] },
  { name: 'text', enabled: true, strategies: [rollout('text', 50, { variants: color })] },
];

/** As an import makes them, and Burgee tells them. */
const imported = (features: readonly UnleashFeature[]) =>
  features.flatMap((feature) => {
    const plan = planFlag(feature);
    if (!('flag' in plan)) return [];
    const { key, type, value } = plan.flag;
    return [toFeature({ flag_id: key, key, name: key, type, ...value } as Parameters<typeof toFeature>[0])];
  });

const NUMBERS = { decisions: 3_000, seed: 1 };

describe('a comparison with Unleash', () => {
  it('finds no difference between features and what an import makes of them', async () => {
    const comparison = await compareDecisions({ features: FEATURES }, imported(FEATURES), NUMBERS);
    expect([comparison.decisions, [...comparison.differing], comparison.missing]).toEqual([3_000, [], []]);
    expect(comparison.byCondition).toBeGreaterThan(0.3 * comparison.decisions);
    expect(comparison.byPercentage).toBeGreaterThan(0.3 * comparison.decisions);
    expect(describeComparison(comparison)).toMatch(/^0 of 3,000 decisions differ\. A condition decided 33 %/);
  });

  it.each<[string, Partial<UnleashFeature>]>([
    ['a percentage', { strategies: [rollout('some', 26)] }],
    ['the group of a percentage', { strategies: [rollout('other', 25)] }],
    ['a switch', { enabled: false }],
    ['a value', { strategies: [rollout('some', 25, { variants: color })] }],
  ])('finds that %s differs, names the flag, and gives a caller', async (_what, rest) => {
    const changed = FEATURES.map((feature) => (feature.name === 'some' ? { ...feature, ...rest } : feature));
    const comparison = await compareDecisions({ features: changed }, imported(FEATURES), NUMBERS);
    expect([...comparison.differing.keys()]).toEqual(['some']);
    expect(describeComparison(comparison)).toMatch(
      /^✗ some: [\d,]+ differ: .* in Unleash, .* in Burgee, for \{"userId":"\d+"\}\n/,
    );
  });

  it('names what Burgee does not have', async () => {
    const comparison = await compareDecisions({ features: FEATURES }, imported(FEATURES.slice(2)), NUMBERS);
    expect(comparison.missing).toEqual(['all', 'off']);
    expect(describeComparison(comparison)).toMatch('Not in Burgee, so not compared: all, off.');
  });

  it('compares nothing where nothing is in both', async () => {
    expect(describeComparison(await compareDecisions({ features: [] }, [], NUMBERS))).toMatch(/^0 of 0 decisions/);
  });
});
