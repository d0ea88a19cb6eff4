import { describe, expect, it } from '@jest/globals';
import { recentDays } from './recent-days.js';

describe('the last seven days', () => {
  it('have names and dates, today first, across the end of a month too', () => {
    const days = recentDays(new Date(2026, 11, 3, 14, 30), 'en-GB');
    expect(days).toHaveLength(7);
    expect(days.slice(0, 4)).toEqual([
      { day: '2026-12-03', label: 'Today' },
      { day: '2026-12-02', label: 'Yesterday' },
      { day: '2026-12-01', label: 'Tuesday 1 Dec' },
      { day: '2026-11-30', label: 'Monday 30 Nov' },
    ]);
  });

  it('are seven different days, even when clocks change', () => {
    // The hours next to midnight: 24 h before them may be on another day than yesterday.
    for (let date = 1; date <= 366; date++)
      for (const hour of [0, 1, 23]) {
        const now = new Date(2026, 0, date, hour);
        expect(new Set(recentDays(now).map(({ day }) => day)).size).toBe(7);
      }
  });
});
