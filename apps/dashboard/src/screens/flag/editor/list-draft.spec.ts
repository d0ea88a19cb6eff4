import { describe, expect, it } from '@jest/globals';
import { pastedValues, withoutValue, withValues } from './edit-list.js';
import { isListDraft, listFault, toList, toOne } from './list-draft.js';

const many = (count: number, length = 1) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x')));

describe('a rule with several values', () => {
  it('is a list as soon as it has a value, and from the choice of "is one of" until then', () => {
    expect(isListDraft('["NO"]', null)).toBe(true);
    expect(isListDraft('[]', 'NO')).toBe(true);
    expect(isListDraft('[]', '[]')).toBe(false);
    expect(isListDraft('["NO"', null)).toBe(false);
  });

  it('begins with the one value, and returns to it', () => {
    expect(toList('', undefined)).toBe('[]');
    expect(toList("['a']", undefined)).toBe(`["['a']"]`);
    expect(toList('NO', '["NO","SE"]')).toBe('["NO","SE"]');
    expect(toList('DK', '["NO","SE"]')).toBe('["DK"]');
    expect([toOne('["NO","SE"]'), toOne('[]'), toOne('["[\\"NO\\"]"]')]).toEqual(['NO', '', '']);
  });

  it('has each value once', () => {
    expect(withValues('[]', ['NO', 'SE', 'NO'])).toBe('["NO","SE"]');
    expect(withValues('["NO"]', ['NO', ' NO'])).toBe('["NO"," NO"]');
    expect(withoutValue('["NO","NO"]', 1)).toBe('["NO"]');
    expect(withoutValue('["NO"]', 0)).toBe('[]');
  });

  it.each([
    ['NO\r\nSE\r\n', ['NO', 'SE']],
    ['NO\tSE\n\nDK', ['NO', 'SE', 'DK']],
    [' NO \nSE', [' NO ', 'SE']],
    ['["NO","SE"]', ['NO', 'SE']],
    ['NO, SE', undefined],
    ['NO', undefined],
  ])('takes pasted %j as %j', (text, values) => expect(pastedValues(text)).toEqual(values));

  it('shows 1,000 values of a longer column', () => {
    expect(pastedValues('a\n'.repeat(5_000))).toHaveLength(1_000);
  });

  it.each([
    [many(200), undefined],
    [many(201), 'Up to 200 values are possible. Remove 1.'],
    [many(190, 60), 'These values are too long: a list has up to 10,000 bytes.'],
    ['[]', 'Enter at least one value.'],
    ['NO', undefined],
  ])('is refused before sending: %#', (text, fault) => expect(listFault(text)).toBe(fault));
});
