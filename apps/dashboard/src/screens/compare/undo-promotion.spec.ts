import type { ComparedValue, FlagDifference, PromotedFlag } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { undoPromotion } from './undo-promotion.js';

const value = (rollout_percentage: number): ComparedValue => ({
  is_enabled: true,
  rollout_percentage,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
});
const differs = (flag_id: string, from: number, to: number): FlagDifference => ({
  flag_id,
  key: flag_id,
  name: flag_id,
  type: 'boolean',
  parts: ['rollout'],
  from: value(from),
  to: value(to),
});
const promoted = (flag_id: string, updated_at?: string): PromotedFlag => ({
  flag_id,
  key: flag_id,
  parts: ['rollout'],
  updated_at,
});

it('restores each promoted flag, unless it has changed since', () => {
  const differences = [differs('a', 25, 5), differs('b', 30, 0), differs('c', 1, 2)];
  expect(undoPromotion([promoted('a', '2026-01-01'), promoted('b', '2026-01-02')], differences)).toEqual([
    { flagId: 'a', patch: value(5), since: '2026-01-01' },
    { flagId: 'b', patch: value(0), since: '2026-01-02' },
  ]);
});

it('is not offered for a partial undo, or when the written value is unknown', () => {
  expect(undoPromotion([promoted('a', '2026-01-01')], [])).toBeUndefined();
  expect(undoPromotion([promoted('a')], [differs('a', 25, 5)])).toBeUndefined();
});
