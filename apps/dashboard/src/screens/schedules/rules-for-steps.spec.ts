import { describe, expect, it } from '@jest/globals';
import { dayAndTime } from '../../feedback/time.js';
import { ruleAgainst, warnOfRules, whyRefused } from './rules-for-steps.js';

const FREE = { approvals: 0, comment_required: false, frozen_until: null, freeze_reason: null };
const REVIEWED = { ...FREE, approvals: 1 };
const UNTIL = '2026-11-26T12:00:00.000Z';
const FROZEN = { ...FREE, frozen_until: UNTIL };
const at = (time: string) => Date.parse(time);

describe('the rules of an environment and the steps of a schedule', () => {
  it('refuse a step that needs approval or a comment, or during a freeze', () => {
    expect(ruleAgainst(FREE)).toBeUndefined();
    expect(ruleAgainst(REVIEWED)).toContain('requires approval');
    expect(ruleAgainst({ ...FREE, comment_required: true })).toContain('requires a comment');
    expect(ruleAgainst(FROZEN, at(UNTIL) - 1)).toContain(dayAndTime(UNTIL));
    expect(ruleAgainst(FROZEN, at(UNTIL))).toBeUndefined();
  });

  it('warn before the user schedules a change that they refuse', () => {
    expect(warnOfRules(REVIEWED, [])).toContain('the schedule will pause');
    expect(warnOfRules(FROZEN, [{ at: '2026-11-26T11:00:00Z' }, { at: '2026-11-27T12:00:00Z' }])).toContain('frozen');
    expect(warnOfRules(FROZEN, [{ at: '2026-11-26T13:00:00Z' }])).toBeUndefined();
  });

  it("explain a refusal; without the rule, the service's text does, without routes and raw times", () => {
    const detail = `Live requires 1 approval. Nothing was changed. Create a change request with POST /api/x. Owners can override.`;
    expect(whyRefused(detail, REVIEWED)).toMatch(/^This environment requires approval/);
    expect(whyRefused(detail, FREE)).toBe('Live requires 1 approval. Nothing was changed. Owners can override.');
    expect(whyRefused(`Live is frozen until ${UNTIL}.`, undefined)).toBe(`Live is frozen until ${dayAndTime(UNTIL)}.`);
  });
});
