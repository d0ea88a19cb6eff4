import { AUDIT_ACTION_FILTERS } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { chosenDays, countFilters, isFiltered, parseHistorySearch, toFilter, WEEK } from './history-search.js';

const FLAG = '01900000-0000-7000-8000-000000000000';

describe('the filters of the history in the address', () => {
  it('are read unchanged', () => {
    const search = {
      q: 'checkout',
      flag: FLAG,
      actor: FLAG,
      action: 'flag_switch',
      from: '2026-03-01',
      to: '2026-03-02',
    };
    expect(parseHistorySearch(search)).toEqual(search);
  });

  it('accept every action, and switches from older links', () => {
    const others = AUDIT_ACTION_FILTERS.filter((action) => action !== 'flag_toggle');
    expect(others.filter((action) => parseHistorySearch({ action }).action !== action)).toEqual([]);
    expect(parseHistorySearch({ action: 'flag_toggle' })).toEqual({ action: 'flag_switch' });
  });

  it('are counted: the days as one, the words as none', () =>
    expect(countFilters({ q: 'a', flag: FLAG, to: '2026-03-01', from: '2026-03-01' })).toBe(2));

  it.each([
    { flag: 'new-checkout' },
    { action: 'constructor' },
    { action: ['flag_toggle'] },
    { from: '2026-13-01' },
    { to: 'yesterday' },
    { something: 'else' },
  ])('ignores %j', (search) => {
    const parsed = parseHistorySearch(search);
    expect(parsed).toEqual({});
    // The router would keep it otherwise.
    expect(Object.keys(parsed)).toEqual(expect.arrayContaining(['flag', 'action', 'from', 'to']));
    expect([isFiltered(parsed), toFilter(parsed)]).toStrictEqual([false, {}]);
  });

  it('does not send words, and reads digits as words', () => {
    expect(toFilter(parseHistorySearch({ q: 2026, flag: FLAG }))).toEqual({ flag: FLAG });
    expect(parseHistorySearch({ q: 2026 })).toEqual({ q: '2026' });
  });

  it("uses the reader's days, including the last one", () => {
    const { from = '', to = '' } = toFilter({ from: '2026-03-01', to: '2026-03-01' });
    expect(from).toBe(new Date('2026-03-01T00:00:00').toISOString());
    expect(new Date(to).getTime()).toBe(new Date('2026-03-02T00:00:00').getTime());
  });
});

describe('the days of a search', () => {
  const days = [2, 1].map((day) => ({ day: `2026-12-0${day}`, label: '' }));

  it('have a name for one day, or for all', () => {
    expect(chosenDays({ from: '2026-12-01', to: '2026-12-01' }, days)).toBe('2026-12-01');
    expect(chosenDays({ from: '2026-12-01' }, days)).toBe(WEEK);
    expect(chosenDays({ from: '2026-12-01', to: '2026-12-02' }, days)).toBe(WEEK);
  });

  it.each([{}, { to: '2026-12-02' }, { from: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-01' }])(
    'have no name in %j',
    (search) => expect(chosenDays(search, days)).toBeUndefined(),
  );
});
