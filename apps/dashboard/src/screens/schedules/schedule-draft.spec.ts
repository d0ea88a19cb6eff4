import { describe, expect, it } from '@jest/globals';
import {
  laterToday,
  newStep,
  parseShares,
  patchOf,
  rampSteps,
  stepsOf,
  timeFaults,
  toDraft,
} from './schedule-draft.js';

const now = Date.parse('2027-01-01T10:20:00Z');

describe('typed steps', () => {
  it('form a request once all times are in the future and ascending', () => {
    const at = (hours: number) => laterToday(now + hours * 3_600_000);
    expect(stepsOf([newStep(at(0)), newStep(at(1), 'off')], now)).toEqual([
      { at: '2027-01-01T12:00:00.000Z', patch: { is_enabled: true } },
      { at: '2027-01-01T13:00:00.000Z', patch: { is_enabled: false } },
    ]);
    for (const times of [[], [''], [at(-5)], [at(1), at(1)], [at(1), at(0)]])
      expect(
        stepsOf(
          times.map((time) => newStep(time)),
          now,
        ),
      ).toBeUndefined();
  });

  it('mark each time that is past or too early, but not a missing one', () => {
    const at = (hours: number) => newStep(laterToday(now + hours * 3_600_000));
    expect(timeFaults([at(0), at(1)], now)).toEqual([undefined, undefined]);
    expect(timeFaults([at(-5), newStep(''), at(2), at(1)], now)).toEqual(['past', undefined, undefined, 'order']);
  });

  it.each([
    { is_enabled: true },
    { is_enabled: false },
    { rollout_percentage: 7 },
    { is_enabled: true, rollout_percentage: 7 },
    { targeting_value: 'NO' },
    { is_enabled: false, rollout_percentage: 7 },
  ])('stay the same when opened for editing: %j', (patch) => {
    expect(patchOf(toDraft({ at: '2027-01-01T10:00:00Z', patch }))).toEqual(patch);
  });

  it('of a rollout begin by switching the flag on, at equal intervals', () => {
    const steps = rampSteps(laterToday(now), [5, 50, 100], 'day');
    expect(stepsOf(steps, now)).toEqual([
      { at: '2027-01-01T12:00:00.000Z', patch: { is_enabled: true, rollout_percentage: 5 } },
      { at: '2027-01-02T12:00:00.000Z', patch: { rollout_percentage: 50 } },
      { at: '2027-01-03T12:00:00.000Z', patch: { rollout_percentage: 100 } },
    ]);
    expect(rampSteps('', [5], 'day')).toEqual([]);
  });

  it.each([
    ['5, 25,50 100%', [5, 25, 50, 100]],
    ['', undefined],
    ['5, x', undefined],
    ['101', undefined],
    ['1.5', undefined],
    [Array(21).fill('1').join(','), undefined],
  ])('percentages: %s', (text, shares) => {
    expect(parseShares(text)).toEqual(shares);
  });
});
