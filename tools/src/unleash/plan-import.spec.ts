import { describe, expect, it } from '@jest/globals';
import type { ExistingFlag } from '../burgee-project.js';
import { describeImport, planImport } from './plan-import.js';

const ON = {
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const existing = (rest: Partial<ExistingFlag> = {}): ExistingFlag => ({
  id: '1',
  type: 'boolean',
  isArchived: false,
  value: ON,
  ...rest,
});
const plan = (flag?: ExistingFlag) =>
  planImport([{ name: 'a', enabled: true }], new Map(flag ? [['a', flag]] : [])).steps[0];

describe('an import', () => {
  it('creates a missing flag, changes a different one, and leaves an identical one', () => {
    expect(plan()).toMatchObject({ kind: 'create', flag: { key: 'a', value: ON } });
    expect(plan(existing({ value: { ...ON, rollout_percentage: 5 } }))).toMatchObject({
      kind: 'change',
      id: '1',
      changes: ['5 % → 100 %'],
    });
    expect(plan(existing())).toMatchObject({ kind: 'same' });
  });

  it('changes a rule that reads like another one, and is not the same', () => {
    const feature = {
      name: 'a',
      enabled: true,
      strategies: [
        {
          name: 'default',
          constraints: [{ contextName: 'country', operator: 'IN', values: ['a'] }],
          variants: [{ name: 'v', weight: 1_000, payload: { type: 'string', value: 'b: c' } }],
        },
      ],
    };
    const rule = { targeting_attribute: 'country', targeting_value: 'a: b', targeting_return_value: 'c' };
    const here = existing({ type: 'string', value: { ...ON, ...rule, rollout_percentage: 0 } });
    expect(planImport([feature], new Map([['a', here]])).steps).toMatchObject([{ kind: 'change' }]);
  });

  it('takes no flag whose key is one of another type, or of an archived flag', () => {
    expect(plan(existing({ type: 'json' }))).toMatchObject({ reasons: [expect.stringMatching(/is a json here/)] });
    expect(plan(existing({ isArchived: true }))).toMatchObject({ reasons: [expect.stringMatching(/archived here/)] });
  });

  it('is described by a line for each feature, in their order, with what is different, and the sums', () => {
    const features = [
      { name: 'c', enabled: true, dependencies: [{}] },
      { name: 'b', enabled: true, impressionData: true },
      { name: 'a', enabled: true },
    ];
    expect(describeImport(planImport(features, new Map([['a', existing()]]))).split('\n')).toEqual([
      '= a',
      '+ b',
      '    nothing reports each evaluation',
      '✗ c',
      '    it depends on another feature',
      '',
      '1 new (+), 0 to change (~), 1 the same (=), 1 not taken (✗).',
      'Taken, but decided otherwise in what their lines say: 1.',
    ]);
  });

  it('says of what is here already what will be different, what stays as it was, and what Unleash does not have', () => {
    const rule = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' };
    const here = new Map([
      ['a', existing({ value: { ...ON, ...rule, is_enabled: false } })],
      ['b', existing()],
      ['gone', existing()],
      ['archived', existing({ isArchived: true })],
    ]);
    const features = [
      { name: 'a', enabled: true },
      { name: 'b', enabled: true, dependencies: [{}] },
    ];
    expect(describeImport(planImport(features, here)).split('\n')).toEqual([
      '~ a',
      '    off → on',
      '    country is NO: true → no rule, no value',
      '✗ b',
      '    it depends on another feature',
      '    it is here already, and keeps its former value',
      '',
      '0 new (+), 1 to change (~), 0 the same (=), 1 not taken (✗).',
      'Not taken, but here with their former values: 1.',
      'In Burgee alone, and left as they are: gone.',
    ]);
  });
});
