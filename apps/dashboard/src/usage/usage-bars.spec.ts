import { describe, expect, it } from '@jest/globals';
import { busiest, isByDay, usageBars } from './usage-bars.js';

const NOW = Date.parse('2026-03-02T12:34:56.000Z');
const at = (time: string) => Date.parse(time);

describe('usageBars', () => {
  it('has a bar for each hour, the current one last, even without evaluations', () => {
    const bars = usageBars(
      [
        { at: '2026-03-01T13:00:00.000Z', count: 3 },
        { at: '2026-03-02T12:00:00.000Z', count: 5 },
      ],
      1,
      NOW,
    );
    expect(bars).toHaveLength(24);
    expect(bars[0]).toEqual({ at: at('2026-03-01T13:00:00.000Z'), count: 3 });
    expect(bars[1]).toEqual({ at: at('2026-03-01T14:00:00.000Z'), count: 0 });
    expect(bars.at(-1)).toEqual({ at: at('2026-03-02T12:00:00.000Z'), count: 5 });
    expect(usageBars([], 7, NOW)).toHaveLength(168);
  });

  it('has a bar for each day of a longer range, including the first partial day', () => {
    const bars = usageBars([{ at: '2026-01-31T00:00:00.000Z', count: 2 }], 30, NOW);
    expect([isByDay(7), isByDay(30), bars.length]).toEqual([false, true, 31]);
    expect(bars[0]).toEqual({ at: at('2026-01-31T00:00:00.000Z'), count: 2 });
    expect(bars.at(-1)).toEqual({ at: at('2026-03-02T00:00:00.000Z'), count: 0 });
  });

  it("shows an hour that the reader's clock has not reached", () => {
    expect(usageBars([{ at: '2026-03-02T13:00:00.000Z', count: 1 }], 1, NOW).at(-1)).toEqual({
      at: at('2026-03-02T13:00:00.000Z'),
      count: 1,
    });
  });

  it('finds the busiest bar, and none without evaluations', () => {
    expect(busiest(usageBars([{ at: '2026-03-02T10:00:00.000Z', count: 4 }], 1, NOW))?.count).toBe(4);
    expect(busiest(usageBars([], 1, NOW))).toBeUndefined();
  });
});
