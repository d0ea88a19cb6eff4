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
  it('keep fields that are left out', () => {
    expect(decideRules(FROZEN, {}, ADMIN)).toEqual({ frozen_until: TOMORROW, freeze_reason: 'the sale' });
    expect(decideRules(NONE, { comment_required: true }, ADMIN)).toEqual({
      frozen_until: null,
      freeze_reason: null,
      comment_required: true,
    });
  });

  it('let an admin freeze, with a time in any zone, and extend a freeze', () => {
    const frozen_until = '2026-11-26T14:00:00+02:00';
    expect(decideRules(NONE, { frozen_until, freeze_reason: 'the sale' }, ADMIN)).toMatchObject({
      frozen_until: TOMORROW,
      freeze_reason: 'the sale',
    });
    expect(decideRules(FROZEN, { frozen_until: LATER }, ADMIN)).toMatchObject({ frozen_until: LATER });
  });

  it('let only an owner end or shorten a freeze, and drop its reason with it', () => {
    const sooner = { frozen_until: '2026-11-25T13:00:00Z' };
    for (const patch of [{ frozen_until: null }, sooner])
      expect(() => decideRules(FROZEN, patch, ADMIN)).toThrow(refused('role_too_low'));
    expect(decideRules(FROZEN, { frozen_until: null }, OWNER)).toMatchObject({
      frozen_until: null,
      freeze_reason: null,
    });
    expect(decideRules(FROZEN, sooner, OWNER)).toMatchObject({ frozen_until: '2026-11-25T13:00:00.000Z' });
  });

  it('let an admin require more approvals, and only an owner fewer', () => {
    const reviewed = { ...NONE, approvals: 1 };
    expect(decideRules(reviewed, { approvals: 2 }, ADMIN)).toMatchObject({ approvals: 2 });
    expect(() => decideRules(reviewed, { approvals: 0 }, ADMIN)).toThrow(refused('role_too_low'));
    expect(decideRules(reviewed, { approvals: 0 }, OWNER)).toMatchObject({ approvals: 0 });
  });

  it('let an admin require a comment, and only an owner stop requiring one', () => {
    const commented = { ...NONE, comment_required: true };
    expect(() => decideRules(commented, { comment_required: false }, ADMIN)).toThrow(refused('role_too_low'));
    expect(decideRules(commented, { comment_required: false }, OWNER)).toMatchObject({ comment_required: false });
    for (const comment_required of [true, undefined])
      expect(() => decideRules(commented, { comment_required }, ADMIN)).not.toThrow();
    expect(() => decideRules(NONE, { comment_required: false }, ADMIN)).not.toThrow();
  });

  it.each([
    ['frozen_until', { frozen_until: '2026-11-25T12:00:00Z' }],
    ['frozen_until', { frozen_until: '2027-11-27T12:00:00Z' }],
    ['freeze_reason', { freeze_reason: 'of what?' }],
  ])('refuse %s with the value %j', (field, patch) => {
    expect(() => decideRules(NONE, patch, OWNER)).toThrow(refused('invalid_request', `/${field}`));
  });
});
