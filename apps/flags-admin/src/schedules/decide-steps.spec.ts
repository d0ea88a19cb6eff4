import { describe, expect, it } from '@jest/globals';
import { FRESH_VALUE } from '../flags/flag-row.js';
import { decideResumed } from './decide-resumed.js';
import { decideSteps, waitingStep } from './decide-steps.js';

const now = new Date('2026-11-25T12:00:00Z');
const found = { now, value: FRESH_VALUE, type: 'boolean' as const };
const faultsOf = (steps: Parameters<typeof decideSteps>[0]) => {
  try {
    decideSteps(steps, found);
    return [];
  } catch (error) {
    return (error as { options: { errors: { pointer: string }[] } }).options.errors.map(({ pointer }) => pointer);
  }
};

describe('steps of a schedule', () => {
  it('are stored in UTC from any offset', () => {
    const steps = decideSteps(
      [
        { at: '2026-11-25T14:00:00+01:00', patch: { is_enabled: true } },
        { at: '2026-11-25T08:30:00-05:00', patch: { rollout_percentage: 50 } },
      ],
      found,
    );
    expect(steps.map(({ at }) => at)).toEqual(['2026-11-25T13:00:00.000Z', '2026-11-25T13:30:00.000Z']);
  });

  it('must be in the future by the clock of the database, in order, within two years, and change something', () => {
    const patch = { is_enabled: true };
    expect(faultsOf([{ at: '2026-11-25T12:00:00Z', patch }])).toEqual(['/steps/0/at']);
    expect(faultsOf([{ at: '2029-01-01T12:00:00Z', patch }])).toEqual(['/steps/0/at']);
    expect(faultsOf([{ at: '2026-13-25T12:00:00Z', patch }])).toEqual(['/steps/0/at']);
    expect(
      faultsOf([
        { at: '2026-11-25T13:00:00Z', patch },
        { at: '2026-11-25T14:00:00+01:00', patch: {} },
      ]),
    ).toEqual(['/steps/1/at', '/steps/1/patch']);
  });

  it('are validated against the value after the steps before them', () => {
    const rule = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' };
    const at = ['2026-11-25T13:00:00Z', '2026-11-25T14:00:00Z'] as const;
    expect(
      faultsOf([
        { at: at[0], patch: rule },
        { at: at[1], patch: { targeting_value: 'SE' } },
      ]),
    ).toEqual([]);
    expect(faultsOf([{ at: at[0], patch: { targeting_value: 'SE' } }])).toEqual(['/steps/0/patch/targeting_attribute']);
    const long = { ...rule, targeting_value: 'x'.repeat(9_999) };
    const many = Array.from({ length: 11 }, (_, index) => ({
      at: new Date(now.getTime() + (index + 1) * 1_000).toISOString(),
      patch: { ...long, is_enabled: index % 2 === 0 },
    }));
    expect(faultsOf(many)).toEqual(['/steps']);
  });
});

describe('steps of a resumed schedule', () => {
  const at = (minutes: number) => now.getTime() + minutes * 60_000;
  const steps = [-30, -10, 50].map((minutes) => waitingStep(at(minutes), { is_enabled: true }));
  const times = (resumed: typeof steps) => resumed.map((step) => (Date.parse(step.at) - now.getTime()) / 60_000);

  it('keep their times when the next one is in the future', () => {
    expect(times(decideResumed(steps, 2, now))).toEqual([-30, -10, 50]);
  });

  it('start now when the next one was due, keep their distances, and leave finished ones alone', () => {
    expect(times(decideResumed(steps, 1, now))).toEqual([-30, 0, 60]);
  });
});
