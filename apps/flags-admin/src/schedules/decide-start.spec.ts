import { describe, expect, it } from '@jest/globals';
import type { ChangeRules } from '../change-rules/change-rules.js';
import { decideStart } from './decide-start.js';

const rules = (more: Partial<ChangeRules> = {}): ChangeRules => ({
  id: 'e',
  name: 'Production',
  frozen_until: null,
  freeze_reason: null,
  comment_required: false,
  approvals: 1,
  ...more,
});
const editor = { role: 'editor' as const, comment: null, bypassReason: undefined };
const codeOf = (code: string) => expect.objectContaining({ code });

describe('a new or edited schedule', () => {
  it('runs at once without approvals, even in a freeze, which may be over by its first step', () => {
    expect(decideStart(rules({ approvals: 0, frozen_until: '2030-01-01' }), editor)).toEqual({ kind: 'free' });
    expect(decideStart(rules({ approvals: 0 }), { ...editor, bypassReason: 'x' })).toEqual({ kind: 'free' });
  });

  it('is reviewed where approvals are required, unless an owner overrides them', () => {
    expect(decideStart(rules(), editor)).toEqual({ kind: 'review' });
    const bypassing = { ...editor, bypassReason: 'incident' };
    expect(() => decideStart(rules(), { ...bypassing, role: 'admin' })).toThrow(codeOf('role_too_low'));
    expect(decideStart(rules(), { ...bypassing, role: 'owner' })).toEqual({ kind: 'bypass', reason: 'incident' });
  });

  it('needs a comment where changes need one', () => {
    for (const approvals of [0, 1])
      expect(() => decideStart(rules({ approvals, comment_required: true }), editor)).toThrow(
        codeOf('comment_required'),
      );
    expect(decideStart(rules({ comment_required: true }), { ...editor, comment: 'why' }).kind).toBe('review');
  });
});
