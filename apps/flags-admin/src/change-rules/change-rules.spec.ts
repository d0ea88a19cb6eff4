import { NOBODY, ROLES } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assertAllowed, type Changer, type ChangeRules } from './change-rules.js';

const OPEN: ChangeRules = {
  id: 'd',
  name: 'Development',
  frozen_until: null,
  freeze_reason: null,
  comment_required: false,
  approvals: 0,
};
const REVIEWED: ChangeRules = { ...OPEN, id: 'r', name: 'Live', approvals: 2 };
const FROZEN: ChangeRules = { ...OPEN, name: 'Production', frozen_until: '2026-12-01T00:00:00.000Z' };
const COMMENTED: ChangeRules = { ...OPEN, name: 'Staging', comment_required: true };
const editor: Changer = { id: 'ada', role: 'editor', note: {} };
const refused = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

const environments = fc.array(
  fc.constantFrom(OPEN, FROZEN, COMMENTED, REVIEWED, { ...FROZEN, comment_required: true }),
);
const notes = fc.record({ comment: fc.string(), bypassReason: fc.string() }, { requiredKeys: [] });

describe('a change and the rules of its environments', () => {
  it('passes without an override when no environment has rules', () => {
    expect(assertAllowed([], editor)).toBe(false);
    expect(assertAllowed([OPEN, OPEN], editor)).toBe(false);
  });

  it('is refused during a freeze, with the end, the reason and the way to override', () => {
    const until = { ...FROZEN, freeze_reason: 'the sale' };
    expect(() => assertAllowed([OPEN, until], editor)).toThrow(
      refused('environment_frozen', 'Production is frozen until 2026-12-01T00:00:00.000Z (the sale)'),
    );
    expect(() => assertAllowed([until], editor)).toThrow(
      refused('environment_frozen', 'Owners can override with a reason.'),
    );
  });

  it.each(ROLES.filter((role) => role !== 'owner'))('cannot override a freeze with the role %s', (role) => {
    const note = { bypassReason: 'x', comment: 'y' };
    expect(() => assertAllowed([FROZEN], { id: 'ada', role, note })).toThrow(refused('role_too_low'));
  });

  it('can override a freeze as an owner or as Burgee, only with a reason', () => {
    const note = { bypassReason: 'the sale is over' };
    expect(assertAllowed([FROZEN], { id: 'ada', role: 'owner', note })).toBe(true);
    expect(assertAllowed([FROZEN], { id: NOBODY.id, role: undefined, note })).toBe(true);
    expect(() => assertAllowed([FROZEN], { id: 'ada', role: 'owner', note: {} })).toThrow(
      refused('environment_frozen'),
    );
  });

  it('needs the approvals of each environment, or an owner with a reason', () => {
    const approved = (count: number, id = 'r') => ({ ...editor, approvals: new Map([[id, count]]) });
    for (const changer of [editor, approved(1), approved(2, 'd')])
      expect(() => assertAllowed([OPEN, REVIEWED], changer)).toThrow(
        refused('approval_required', '/api/environments/r/change-requests'),
      );
    expect(assertAllowed([OPEN, REVIEWED], approved(2))).toBe(false);
    expect(() => assertAllowed([FROZEN, REVIEWED], approved(2))).toThrow(refused('environment_frozen'));
    const note = { bypassReason: 'cannot wait' };
    expect(assertAllowed([REVIEWED], { id: 'ada', role: 'owner', note })).toBe(true);
    expect(() => assertAllowed([REVIEWED], { id: 'ada', role: 'admin', note })).toThrow(refused('role_too_low'));
  });

  it('needs a comment if one environment requires it, even when overriding a freeze', () => {
    expect(() => assertAllowed([COMMENTED], editor)).toThrow(refused('comment_required', 'Staging'));
    expect(assertAllowed([COMMENTED], { ...editor, note: { comment: 'why' } })).toBe(false);
    const owner: Changer = { id: 'ada', role: 'owner', note: { bypassReason: 'x' } };
    expect(() => assertAllowed([FROZEN, COMMENTED], owner)).toThrow(refused('comment_required'));
  });

  it('must pass the rules of every environment, in any order', () => {
    const outcome = (rules: ChangeRules[], changer: Changer) => {
      try {
        return assertAllowed(rules, changer);
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    fc.assert(
      fc.property(environments, fc.constantFrom(...ROLES), notes, (rules, role, note) => {
        const changer = { id: 'ada', role, note };
        const all = outcome(rules, changer);
        expect(outcome(rules.toReversed(), changer)).toBe(all);
        const each = rules.map((one) => outcome([one], changer));
        expect(typeof all === 'string').toBe(each.some((one) => typeof one === 'string'));
        expect(all === true).toBe(each.includes(true) && each.every((one) => typeof one === 'boolean'));
      }),
    );
  });
});
