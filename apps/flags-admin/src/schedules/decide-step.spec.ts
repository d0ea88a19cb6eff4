import type { ErrorCode } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { FRESH_VALUE } from '../flags/flag-row.js';
import { decideStep, type DueStep } from './decide-step.js';

const due = (more: Partial<DueStep> = {}): DueStep => ({
  role: 'editor',
  environmentName: 'Production',
  isArchived: false,
  type: 'boolean',
  value: FRESH_VALUE,
  expected: FRESH_VALUE,
  step: { patch: { is_enabled: true } },
  isApproved: false,
  isOverridden: false,
  lateSeconds: 1,
  if_late: 'run',
  if_changed: 'run',
  ...more,
});
const on = { ...FRESH_VALUE, is_enabled: true };
const other = { ...FRESH_VALUE, rollout_percentage: 7 };

describe('a step that is due', () => {
  it('changes the fields in its patch, and nothing if the value is already the same', () => {
    expect(decideStep(due())).toEqual({ kind: 'run', next: on });
    expect(decideStep(due({ value: other }))).toEqual({ kind: 'run', next: { ...other, is_enabled: true } });
    expect(decideStep(due({ value: on }))).toEqual({ kind: 'run', next: undefined });
  });

  it('sets the whole value that was approved, or only its patch without an approval', () => {
    const step = { patch: { is_enabled: true }, to: on };
    expect(decideStep(due({ step, isApproved: true, value: other }))).toEqual({ kind: 'run', next: on });
    expect(decideStep(due({ step, value: other }))).toEqual({ kind: 'run', next: { ...other, is_enabled: true } });
  });

  it.each([
    [
      'is removed from the project',
      { role: undefined },
      'Its author can no longer sign in, or is no longer a member of this project.',
    ],
    [
      'has become viewer there',
      { role: 'viewer' as const },
      'Its author is now viewer in Production and can no longer change flags there.',
    ],
  ])('pauses its schedule when its author %s, before any other check', (_, more, detail) => {
    const found = due({
      ...more,
      isArchived: true,
      lateSeconds: 99,
      if_late: 'skip',
      refusal: { code: 'internal', message: 'no' },
    });
    expect(decideStep(found)).toEqual({ kind: 'pause', reason: 'author', detail });
  });

  it('pauses its schedule when its author, who overrode the approvals, is no longer owner', () => {
    const overridden = due({ isApproved: true, isOverridden: true });
    expect(decideStep(overridden)).toMatchObject({ kind: 'pause', reason: 'author' });
    expect(decideStep({ ...overridden, role: 'owner' })).toMatchObject({ kind: 'run' });
  });

  it('pauses its schedule when the flag is archived or the change is refused', () => {
    expect(decideStep(due({ isArchived: true }))).toMatchObject({ kind: 'pause', reason: 'flag_archived' });
    expect(decideStep(due({ refusal: { code: 'flag_set_too_large', message: 'too large' } }))).toEqual({
      kind: 'pause',
      reason: 'refused',
      detail: 'too large',
    });
    const byRule = (code: ErrorCode) => decideStep(due({ refusal: { code, message: 'no' } }));
    expect(byRule('environment_frozen')).toMatchObject({ kind: 'pause', reason: 'frozen' });
    for (const code of ['approval_required', 'comment_required'] as const)
      expect(byRule(code)).toMatchObject({ reason: 'refused', detail: expect.stringContaining('Resume this') });
    const refused = due({ step: { patch: { targeting_attribute: 'country' } } });
    expect(decideStep(refused)).toMatchObject({
      kind: 'pause',
      reason: 'refused',
      detail: expect.stringContaining('together'),
    });
  });

  it.each([
    ['run', { kind: 'run' }],
    ['skip', { kind: 'skip', because: 'value_changed' }],
    ['pause', { kind: 'pause', reason: 'value_changed' }],
  ] as const)('after a change of the value, with if_changed: %s', (if_changed, decision) => {
    expect(decideStep(due({ value: other, if_changed }))).toMatchObject(decision);
    expect(decideStep(due({ expected: { ...FRESH_VALUE, served: false }, if_changed }))).toMatchObject(decision);
    for (const expected of [FRESH_VALUE, { ...FRESH_VALUE, served: true }])
      expect(decideStep(due({ expected, if_changed }))).toEqual({ kind: 'run', next: on });
  });

  it.each([
    ['run', { kind: 'run' }],
    ['skip', { kind: 'skip', because: 'late' }],
    ['pause', { kind: 'pause', reason: 'late' }],
  ] as const)('that is late, with if_late: %s', (if_late, decision) => {
    expect(decideStep(due({ lateSeconds: 61, if_late }))).toMatchObject(decision);
    expect(decideStep(due({ lateSeconds: 60, if_late }))).toEqual({ kind: 'run', next: on });
  });
});
