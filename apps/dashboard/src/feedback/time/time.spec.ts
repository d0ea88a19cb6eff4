import { describe, expect, it } from '@jest/globals';
import { ago, dayAndTime, exactTime, timeOfDay } from './time.js';

const NOON = '2026-01-01T12:00:00.000Z';
const after = (seconds: number) => Date.parse(NOON) + seconds * 1000;

describe('times', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [-3, 'just now'],
    [60, '1 minute ago'],
    [3_600 * 5, '5 hours ago'],
    [86_400, 'yesterday'],
    [86_400 * 40, 'last month'],
    [86_400 * 800, '2 years ago'],
  ])('%s seconds later: %s', (seconds, words) => expect(ago(NOON, after(seconds), 'en')).toBe(words));

  it("are exact in the reader's zone, with its name", () => {
    expect(exactTime(NOON, 'en-GB', 'Europe/Berlin')).toBe('1 Jan 2026, 13:00:00 CET');
  });

  it('can omit seconds and zone', () => expect(dayAndTime(NOON, 'en-GB', 'Europe/Berlin')).toBe('1 Jan 2026, 13:00'));

  it("follow the reader's zone and the clock of the locale", () => {
    const times = ['en-GB', 'en-US'].map((locale) => timeOfDay(NOON, locale, 'Europe/Berlin').replace(/\s/, ' '));
    expect(times).toEqual(['13:00', '1:00 PM']);
  });
});
