import { describe, expect, it } from '@jest/globals';
import { fromLocalTime, onDay, toLocalTime } from './local-time.js';

const NOW = new Date(2026, 11, 3, 14, 30, 15);
const EXACT = new Date(2026, 11, 3, 14, 30, 15, 678);

describe('the text of a time field', () => {
  it('converts back to the same time, to the second', () => {
    expect(toLocalTime(NOW.toISOString())).toBe('2026-12-03T14:30:15');
    expect(fromLocalTime('2026-12-03T14:30:15')).toBe(NOW.toISOString());
    expect(fromLocalTime('')).toBeUndefined();
  });

  it('moves to another day, but never later than now', () => {
    expect(onDay(EXACT.toISOString(), '2026-12-01', NOW)).toBe(new Date(2026, 11, 1, 14, 30, 15, 678).toISOString());
    const evening = new Date(2026, 11, 1, 23).toISOString();
    expect(onDay(evening, '2026-12-03', NOW)).toBe(NOW.toISOString());
  });
});
