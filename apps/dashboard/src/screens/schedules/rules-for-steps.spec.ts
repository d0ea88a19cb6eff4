import { describe, expect, it } from '@jest/globals';
import { dayAndTime } from '../../feedback/time/time.js';
import { ruleAgainst, warnOfFreeze, whyRefused } from './rules-for-steps.js';

const FREE = { approvals: 0, comment_required: false, frozen_until: null, freeze_reason: null };
const REVIEWED = { ...FREE, approvals: 1 };
const COMMENTED = { ...FREE, comment_required: true };
const UNTIL = '2026-11-26T12:00:00.000Z';
const FROZEN = { ...FREE, frozen_until: UNTIL };
const PLAN = { approval: null, comment: null };
const APPROVED = {
  comment: 'for the sale',
  approval: {
    change_request_id: 'r',
    approved_at: UNTIL,
    author_id: 'a',
    approvers: [],
    bypass_reason: null,
    content_sha256: '',
  },
};
const at = (time: string) => Date.parse(time);

describe('the rules of an environment and the steps of a schedule', () => {
  it('refuse a step without approval or comment where these are required, and every step during a freeze', () => {
    expect(ruleAgainst(FREE, PLAN)).toBeUndefined();
    expect(ruleAgainst(REVIEWED, PLAN)).toContain('requires approval');
    expect(ruleAgainst(COMMENTED, PLAN)).toContain('requires a comment');
    expect(ruleAgainst({ ...REVIEWED, comment_required: true }, APPROVED)).toBeUndefined();
    expect(ruleAgainst(FROZEN, APPROVED, at(UNTIL) - 1)).toContain(dayAndTime(UNTIL));
    expect(ruleAgainst(FROZEN, APPROVED, at(UNTIL))).toBeUndefined();
  });

  it('warn before the user plans a step during a freeze, and not of approvals, which the form requests', () => {
    expect(warnOfFreeze(REVIEWED, [{ at: UNTIL }])).toBeUndefined();
    expect(warnOfFreeze(FROZEN, [{ at: '2026-11-26T11:00:00Z' }, { at: '2026-11-27T12:00:00Z' }])).toContain('frozen');
    expect(warnOfFreeze(FROZEN, [{ at: '2026-11-26T13:00:00Z' }])).toBeUndefined();
  });

  it("explain a refusal; without the rule, the service's text does, without routes and raw times", () => {
    const detail = `Live requires 1 approval. Nothing was changed. Create a change request with POST /api/x. Owners can override.`;
    expect(whyRefused(detail, { environment: REVIEWED, schedule: PLAN })).toMatch(
      /^This environment requires approval/,
    );
    expect(whyRefused(detail, { environment: FREE, schedule: PLAN })).toBe(
      'Live requires 1 approval. Nothing was changed. Owners can override.',
    );
    expect(whyRefused(`Live is frozen until ${UNTIL}.`)).toBe(`Live is frozen until ${dayAndTime(UNTIL)}.`);
  });
});
