import type { ComparedValue, RestoredFlag } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { undoRestore } from './undo-restore.js';

const value = (rollout_percentage: number) => ({ is_enabled: true, rollout_percentage }) as ComparedValue;
const restored = (flag_id: string, more: Partial<RestoredFlag> = {}): RestoredFlag => ({
  flag_id,
  key: flag_id,
  action: 'change',
  parts: ['rollout'],
  from: value(5),
  to: value(10),
  updated_at: '2026-01-01',
  ...more,
});

it("restores each flag's earlier value, unless it has changed since", () => {
  expect(undoRestore([restored('a'), restored('b', { from: value(7) })])).toEqual([
    { flagId: 'a', patch: value(5), since: '2026-01-01' },
    { flagId: 'b', patch: value(7), since: '2026-01-01' },
  ]);
});

it.each<[string, RestoredFlag[]]>([
  ['a flag came back', [restored('a'), restored('b', { action: 'restore', from: null })]],
  ['a flag is no longer archived', [restored('a', { action: 'unarchive' })]],
  ['the written value is unknown', [restored('a', { updated_at: undefined })]],
  ['there are more than one call can change', Array.from({ length: 201 }, (_, index) => restored(`${index}`))],
])('is not offered where %s', (_, changes) => {
  expect(undoRestore(changes)).toBeUndefined();
});
