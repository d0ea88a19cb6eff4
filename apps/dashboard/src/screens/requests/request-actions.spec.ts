import { expect, it } from '@jest/globals';
import { actionsFor } from './request-actions.js';

const request = { state: 'in_review' as const, author_id: 'author', approvals: [] };
const byAda = [{ user_id: 'ada', user_name: 'Ada', approved_at: '', counts: true }];

it('others approve once, the author submits, anybody applies what is approved, and nobody touches what is closed', () => {
  expect(actionsFor(request, 'ada')).toEqual(['approve', 'reject']);
  expect(actionsFor(request, 'author')).toEqual(['reject']);
  expect(actionsFor({ ...request, approvals: byAda }, 'ada')).toEqual(['reject']);
  expect(actionsFor({ ...request, state: 'approved', approvals: byAda }, 'author')).toEqual(['apply', 'reject']);
  for (const state of ['draft', 'out_of_date'] as const) {
    expect(actionsFor({ ...request, state }, 'author')).toEqual(['submit', 'reject']);
    expect(actionsFor({ ...request, state }, 'ada')).toEqual(['reject']);
  }
  for (const state of ['applied', 'rejected'] as const) expect(actionsFor({ ...request, state }, 'ada')).toEqual([]);
});
