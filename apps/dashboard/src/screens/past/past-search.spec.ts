import { describe, expect, it } from '@jest/globals';
import { fromLocalTime, toLocalTime } from './local-time.js';
import { parsePastSearch } from './past-search.js';

describe('the address of past flags', () => {
  it('has an environment and a time, and ignores an invalid time', () => {
    expect(parsePastSearch({ environment: 'e', at: '2026-11-25T12:00:00+02:00' })).toEqual({
      environment: 'e',
      at: '2026-11-25T10:00:00.000Z',
    });
    expect(parsePastSearch({ environment: '', at: 'yesterday', context: '{}' })).toEqual({});
  });

  it('converts to the field and back, to the second', () => {
    const at = '2026-11-25T10:00:03.000Z';
    expect(fromLocalTime(toLocalTime(at))).toBe(at);
    expect([fromLocalTime(''), fromLocalTime('2026')].map((time) => time === undefined)).toEqual([true, false]);
  });
});
