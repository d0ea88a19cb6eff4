import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FRESH_VALUE } from '../flags/flag-row.js';
import type { LockedFlagAndValue } from '../flags/lock-flag.js';
import { waitingStep } from './decide-steps.js';
import { isChangedSince, planOf, planTag, withoutPlan, withPlan } from './plan.js';
import type { ScheduleRow } from './schedule-row.js';

const place = { flag: { id: 'f', key: 'k', name: 'n', type: 'string' }, value: FRESH_VALUE } as LockedFlagAndValue;
const row = (...patches: object[]) =>
  ({
    id: 's',
    name: null,
    if_late: 'run',
    if_changed: 'pause',
    next_step: 0,
    steps: patches.map((patch, index) => waitingStep(index, patch)),
  }) as unknown as ScheduleRow;
const ramp = row({ is_enabled: true, rollout_percentage: 5 }, { rollout_percentage: 100 });
const on = { ...FRESH_VALUE, is_enabled: true };

describe('the plan of a schedule', () => {
  it('has each remaining step with the whole value that it sets', () => {
    expect(planOf(ramp, place).steps.map(({ to }) => to)).toEqual([{ ...on, rollout_percentage: 5 }, on]);
    const half = { ...ramp, next_step: 1 };
    const [step] = planOf(half, { ...place, value: { ...on, rollout_percentage: 5 } as never }).steps;
    expect(step).toMatchObject({ at: ramp.steps[1]?.at, to: on });
    expect(withPlan(half, { ...planOf(ramp, place), steps: [step!] }).map(({ to }) => to)).toEqual([undefined, on]);
    expect(withoutPlan({ ...ramp, steps: withPlan(ramp, planOf(ramp, place)) })).toEqual(ramp.steps);
  });

  it('is refused with its steps when it changes nothing, a step is invalid, or its texts are too long', () => {
    const refuses = (steps: ScheduleRow, pointers: string[]) =>
      expect(() => planOf(steps, place)).toThrow(
        expect.objectContaining({
          code: 'invalid_request',
          options: { errors: pointers.map((pointer) => expect.objectContaining({ pointer })) },
        }),
      );
    refuses(row({ is_enabled: false }, { rollout_percentage: 100 }), ['/steps/0/patch', '/steps/1/patch']);
    refuses(row({ is_enabled: true }, { targeting_attribute: 'a' }), ['/steps/1/patch/targeting_value']);
    const text = { targeting_attribute: 'a', targeting_value: 'x'.repeat(10_000) };
    refuses(row(...Array.from({ length: 20 }, (_, n) => ({ ...text, rollout_percentage: n }))), ['/steps']);
  });

  it('has a hash over canonical JSON of all that its approvers vouch for', () => {
    const plan = planOf(row({ is_enabled: true }), place);
    const value = (enabled: boolean) =>
      `{"is_enabled":${enabled},"rollout_percentage":100,"targeting_attribute":null,"targeting_return_value":null,"targeting_value":null}`;
    const steps = `[{"at":"1970-01-01T00:00:00.000Z","to":${value(true)}}]`;
    const content =
      `{"author_id":"a","comment":"c","environment_id":"e","plan":{"flag_id":"f","from":${value(false)},"if_changed":"pause","if_late":"run",` +
      `"name":null,"schedule_id":"s","steps":${steps}}}`;
    const request = { environment_id: 'e', author_id: 'a', comment: 'c' };
    expect(planTag(request, plan)).toBe(createHash('sha256').update(content).digest('hex'));
    for (const other of [{ name: 'x' }, { if_late: 'skip' }, { if_changed: 'run' }, { from: on }, { steps: [] }])
      expect(planTag(request, { ...plan, ...other } as typeof plan)).not.toBe(planTag(request, plan));
    for (const other of [{ author_id: 'b' }, { comment: null }])
      expect(planTag({ ...request, ...other }, plan)).not.toBe(planTag(request, plan));
  });

  it('starts from another value once any field differs, or the flag is served', () => {
    const plan = planOf(ramp, place);
    expect([isChangedSince(plan, FRESH_VALUE), isChangedSince(plan, on)]).toEqual([false, true]);
    expect(isChangedSince({ ...plan, from: { ...FRESH_VALUE, served: false } }, FRESH_VALUE)).toBe(true);
  });
});
