import type { SwitchOffEffect } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FRESH_VALUE, type ValueState } from '../flags/flag-row.js';
import { decideSafeValue } from './decide-safe-value.js';

const ON: ValueState = { ...FRESH_VALUE, is_enabled: true, rollout_percentage: 50 };
const decide = (value: ValueState, beforePlan?: ValueState, effect: SwitchOffEffect = 'before_plan') =>
  decideSafeValue({ isArchived: false, effect, value, beforePlan });

describe('a call of a switch-off link', () => {
  it('switches off, and leaves the rest of the value', () => {
    expect(decide(ON, undefined, 'off')).toEqual({ ...ON, is_enabled: false });
    expect(decide(ON, { ...ON, rollout_percentage: 5 }, 'off')).toEqual({ ...ON, is_enabled: false });
  });

  it('goes back to the value before a plan that raised the percentage', () => {
    expect(decide(ON, { ...ON, rollout_percentage: 5 })).toEqual({ ...ON, rollout_percentage: 5 });
  });

  it.each<[string, ValueState | undefined]>([
    ['is not known', undefined],
    ['was off', { ...ON, is_enabled: false }],
    ['served more', { ...ON, rollout_percentage: 51 }],
    ['had another rule', { ...ON, rollout_percentage: 5, targeting_attribute: 'plan', targeting_value: 'pro' }],
  ])('switches off when the value before the plan %s', (_what, before) =>
    expect(decide(ON, before)).toEqual({ ...ON, is_enabled: false }),
  );

  it('changes nothing when the flag is off, not served, archived, or as before its plan', () => {
    const none = [
      decide({ ...ON, is_enabled: false }, ON),
      decide({ ...ON, served: false }),
      decide(ON, ON),
      decideSafeValue({ isArchived: true, effect: 'off', value: ON, beforePlan: undefined }),
    ];
    expect(none).toEqual([undefined, undefined, undefined, undefined]);
  });

  const text = fc.option(fc.constantFrom('plan', 'country', 'x'));
  const value: fc.Arbitrary<ValueState> = fc.record({
    is_enabled: fc.boolean(),
    rollout_percentage: fc.integer({ min: 0, max: 100 }),
    targeting_attribute: text,
    targeting_value: text,
    targeting_return_value: text,
  });

  it('never serves more than before', () => {
    const effects = fc.constantFrom<SwitchOffEffect>('off', 'before_plan');
    fc.assert(
      fc.property(
        value,
        fc.option(value, { nil: undefined }),
        effects,
        fc.boolean(),
        (now, before, effect, archived) => {
          const next = decideSafeValue({ isArchived: archived, effect, value: now, beforePlan: before });
          if (!next) return;
          expect(now.is_enabled).toBe(true);
          if (!next.is_enabled) return;
          expect(next.rollout_percentage).toBeLessThanOrEqual(now.rollout_percentage);
          expect({ ...next, rollout_percentage: 0 }).toEqual({ ...now, rollout_percentage: 0 });
        },
      ),
      { numRuns: 10_000 },
    );
  });
});
