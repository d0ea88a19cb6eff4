import { describe, expect, it } from '@jest/globals';
import { rulesDraftOf, toRulesRequest } from './rules-draft.js';

const NONE = { until: '', reason: '', commentRequired: false, approvals: 0 };
const until = '2099-01-02T03:04:05';

describe('the form of an environment’s rules', () => {
  it('shows a freeze in local time, and nothing once it is over', () => {
    const frozen_until = new Date(until).toISOString();
    const rules = { frozen_until, freeze_reason: 'the sale', comment_required: true, approvals: 1 };
    expect(rulesDraftOf(rules)).toEqual({ until, reason: 'the sale', commentRequired: true, approvals: 1 });
    expect(rulesDraftOf({ ...rules, frozen_until: '2020-01-01T00:00:00.000Z', freeze_reason: null }).until).toBe('');
  });

  it('sends only the changed fields, and drops the reason with its freeze', () => {
    const frozen = { until, reason: 'the sale', commentRequired: false, approvals: 0 };
    expect(toRulesRequest(NONE, NONE)).toEqual({});
    expect(toRulesRequest(frozen, NONE)).toEqual({
      frozen_until: new Date(until).toISOString(),
      freeze_reason: 'the sale',
    });
    expect(toRulesRequest({ ...frozen, until: '' }, frozen)).toEqual({ frozen_until: null });
    expect(toRulesRequest({ ...frozen, reason: ' ' }, frozen)).toEqual({ freeze_reason: null });
    expect(toRulesRequest({ ...NONE, commentRequired: true }, NONE)).toEqual({ comment_required: true });
  });
});
