import type { EnvironmentView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { dayAndTime } from '../feedback/time/time.js';
import { describeHold, describeRules, environmentsHolding, holdOf, titleOfHold } from './holds.js';

const FREE = { frozen_until: null, freeze_reason: null, comment_required: false, approvals: 0 };
const named = (name: string, rules: Partial<EnvironmentView> = {}) =>
  ({ id: name, name, ...FREE, ...rules }) as EnvironmentView;
const UNTIL = '2999-11-26T12:00:00.000Z';
const [DEVELOPMENT, STAGING, LIVE] = [
  named('Development'),
  named('Staging', { approvals: 1, comment_required: true }),
  named('Live', { frozen_until: UNTIL, freeze_reason: 'the sale', comment_required: true }),
];
const ALL = [DEVELOPMENT, STAGING, LIVE];
const holding = (reason: Parameters<typeof titleOfHold>[0], environmentId?: string) =>
  environmentsHolding(ALL, reason, { environmentId }).map(({ name }) => name);

describe('what holds a change up', () => {
  it("is the change's own environment, or every environment with such a rule", () => {
    expect(holding('approval_required', 'Development')).toEqual(['Development']);
    expect(holding('approval_required')).toEqual(['Staging']);
    expect(holding('environment_frozen')).toEqual(['Live']);
    expect(holding('comment_required')).toEqual(['Staging', 'Live']);
  });

  it('asks for approval first, then owners for an override of a freeze, then for a comment', () => {
    expect([ALL, [LIVE], [DEVELOPMENT]].map((environments) => holdOf(environments, true))).toEqual([
      'approval_required',
      'environment_frozen',
      undefined,
    ]);
    expect(holdOf([LIVE], false)).toBe('comment_required');
  });

  it('is described in the dialog of the change, with freezes', () => {
    expect(describeRules('approval_required', ALL)).toEqual([
      'Staging requires approval.',
      expect.stringMatching(/^Live is frozen until .*: the sale\.$/),
    ]);
    expect(describeRules('environment_frozen', ALL)).toHaveLength(1);
    expect(describeRules('comment_required', [STAGING])).toEqual(['Staging requires a comment.']);
  });

  it('is named in the title of the question', () => {
    expect(titleOfHold('approval_required', [STAGING])).toBe('Staging requires approval');
    expect(titleOfHold('comment_required', [STAGING, LIVE])).toBe('Staging and Live require a comment');
    expect(titleOfHold('environment_frozen', [])).toBe('This environment is frozen');
  });

  it('is explained to a user who cannot lift it, with the local time', () => {
    expect(describeHold('environment_frozen', [LIVE])).toMatch(
      new RegExp(`^Live is frozen until ${dayAndTime(UNTIL)}: the sale\\. Owners can override`),
    );
    expect(describeHold('environment_frozen', [STAGING])).toMatch(/^Staging is frozen\. Owners can override/);
    expect(describeHold('approval_required', [STAGING])).toMatch(/^Staging requires approval\. You cannot request/);
  });
});
