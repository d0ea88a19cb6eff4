import { describe, expect, it } from '@jest/globals';
import { decideRules } from './decide-rules.js';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const [TOMORROW, LATER] = ['2026-11-26T12:00:00.000Z', '2026-11-28T12:00:00.000Z'];
const NONE = { frozen_until: null, freeze_reason: null, comment_required: false, approvals: 0 };
const FROZEN = { ...NONE, frozen_until: TOMORROW, freeze_reason: 'the sale' };
const [ADMIN, OWNER] = [
  { role: 'admin', now: NOW },
  { role: 'owner', now: NOW },
] as const;
const refused = (code: string, pointer?: string) =>
  expect.objectContaining({
    code,
    ...(pointer && { options: { errors: [expect.objectContaining({ pointer })] } }),
  });

describe('the rules of an environment after an update', () => {
  it('stay as they are where it says nothing', () => {
    expect(decideRules(FROZEN, {}, ADMIN)).toEqual({ frozen_until: TOMORROW, freeze_reason: 'the sale' });
    expect(decideRules(NONE, { comment_required: true }, ADMIN)).toEqual({
      frozen_until: null,
      freeze_reason: null,
      comment_required: true,
    });
  });

  it('an admin freezes, with a time in any zone, and makes a freeze longer', () => {
    const frozen_until = '2026-11-26T14:00:00+02:00';
    expect(decideRules(NONE, { frozen_until, freeze_reason: 'the sale' }, ADMIN)).toMatchObject({
      frozen_until: TOMORROW,
      freeze_reason: 'the sale',
    });
    expect(decideRules(FROZEN, { frozen_until: LATER }, ADMIN)).toMatchObject({ frozen_until: LATER });
  });

  it('an owner alone ends or shortens a freeze; its reason goes with it', () => {
    const sooner = { frozen_until: '2026-11-25T13:00:00Z' };
    for (const patch of [{ frozen_until: null }, sooner])
      expect(() => decideRules(FROZEN, patch, ADMIN)).toThrow(refused('role_too_low'));
    expect(decideRules(FROZEN, { frozen_until: null }, OWNER)).toMatchObject({
      frozen_until: null,
      freeze_reason: null,
    });
    expect(decideRules(FROZEN, sooner, OWNER)).toMatchObject({ frozen_until: '2026-11-25T13:00:00.000Z' });
  });

  it('an admin asks for more approvals, an owner alone for fewer', () => {
    const reviewed = { ...NONE, approvals: 1 };
    expect(decideRules(reviewed, { approvals: 2 }, ADMIN)).toMatchObject({ approvals: 2 });
    expect(() => decideRules(reviewed, { approvals: 0 }, ADMIN)).toThrow(refused('role_too_low'));
    expect(decideRules(reviewed, { approvals: 0 }, OWNER)).toMatchObject({ approvals: 0 });
  });

  it.each([
    ['frozen_until', { frozen_until: '2026-11-25T12:00:00Z' }],
    ['frozen_until', { frozen_until: '2027-11-27T12:00:00Z' }],
    ['freeze_reason', { freeze_reason: 'of what?' }],
  ])('%s is refused when it is %j', (field, patch) => {
    expect(() => decideRules(NONE, patch, OWNER)).toThrow(refused('invalid_request', `/${field}`));
  });
});
