import { describe, expect, it } from '@jest/globals';
import { changesNothing, changesOfSchedule, changesOfSteps } from './step-changes.js';

const VALUE = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const waiting = { at: '', outcome: null, done_at: null, late_seconds: null, skipped_because: null, entry_id: null };

describe('the changes of steps', () => {
  it('compares each step with the result of the steps before it', () => {
    const changes = changesOfSteps(VALUE, [
      { patch: { is_enabled: true, rollout_percentage: 5 } },
      { patch: { rollout_percentage: 25 } },
      { patch: { is_enabled: true } },
    ]);
    expect(changes.map((step) => step.map(({ before, after }) => `${before} ${after}`))).toEqual([
      ['off on', '100% 5%'],
      ['5% 25%'],
      [],
    ]);
  });

  it('covers waiting steps only', () => {
    const done = { ...waiting, outcome: 'changed' as const, patch: { is_enabled: true } };
    const next = { ...waiting, patch: { rollout_percentage: 7 } };
    const value = { ...VALUE, is_enabled: true };
    expect(changesOfSchedule({ value, steps: [done, next] })).toEqual([
      undefined,
      [expect.objectContaining({ after: '7%' })],
    ]);
    expect(changesOfSchedule({ value, steps: [done] })).toEqual([undefined]);
  });

  it('are empty for steps without effect, unless another schedule may change the value before', () => {
    const at = (hour: number) => `2027-01-01T${hour}:00:00Z`;
    const off = (hour: number) => ({ at: at(hour), patch: { is_enabled: false } });
    const other = (hour: number, outcome: 'changed' | null = null) => ({
      steps: [{ ...waiting, outcome, at: at(hour), patch: { is_enabled: true } }],
    });
    expect(changesNothing(VALUE, [off(12), off(14)], [])).toBe(true);
    expect(changesNothing(VALUE, [off(12), { at: at(13), patch: { is_enabled: true } }], [])).toBe(false);
    expect(changesNothing(VALUE, [off(12)], [other(13), other(11, 'changed')])).toBe(true);
    for (const hour of [11, 12]) expect(changesNothing(VALUE, [off(12)], [other(hour)])).toBe(false);
  });
});
