import { describe, expect, it } from '@jest/globals';
import { parseAt } from './parse-at.js';

const NOW = new Date('2026-11-25T12:00:00Z');

describe('a point in the history', () => {
  it('defaults to now', () => expect(parseAt(undefined, NOW)).toBe('now'));

  it('is a position, or a time in any zone', () => {
    for (const at of ['5d2c1a90b7e34f68-812', 'W/"5d2c1a90b7e34f68-812"'])
      expect(parseAt(at, NOW)).toEqual({ position: { epoch: '5d2c1a90b7e34f68', revision: 812 } });
    expect(parseAt('2026-11-25T13:00:03.5+02:00', NOW)).toEqual({ time: '2026-11-25T11:00:03.500Z' });
    expect(parseAt('2026-11-25', NOW)).toEqual({ time: '2026-11-25T00:00:00.000Z' });
  });

  it.each(['', 'yesterday', '812', '2026-11-25T12:00', '2026-13-01', '-1', '2026-11-26T12:00:00Z'])(
    'is refused as %j',
    (at) => expect(() => parseAt(at, NOW)).toThrow('at '),
  );
});
