import { describe, expect, it } from '@jest/globals';
import { hasMoreValues } from './has-more-values.js';

const more = (json: unknown, atMost: number) =>
  hasMoreValues(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)), atMost);

describe('counting the values in JSON', () => {
  it.each([
    ['nothing', '', 0],
    ['what is empty', { a: {} }, 1],
    ['an object', { a: { b: 1, c: 'x', d: null } }, 3],
    ['a list', { a: [1, 2, 3] }, 3],
    ['nested ones', { a: { b: [[], {}], c: { d: [1] } } }, 6],
    ['lists in lists', { a: [[[[]]]] }, 3],
    ['the outermost object separately', { a: [1, 2], b: 1 }, 2],
    ['with spaces in between', '{ "a" : [ 1 ,\n\t2 , [ ] ] }', 3],
    ['what is in texts is none', { a: ['{[,,,]}', '"', '\\', '\\",', '漢,[1,2]'] }, 5],
  ])('%s', (_, json, values) => {
    expect(more(json, values)).toBe(false);
    expect(more(json, values - 1)).toBe(values > 0);
  });

  it('counts the outermost object too', () => {
    expect([more({ a: 1, b: 2, c: 3 }, 3), more({ a: 1, b: 2, c: 3 }, 2)]).toEqual([false, true]);
  });

  it.each(['{"a":"', '{"a":"\\', ']]]]', '"'])('reads %j to its end', (json) => expect(more(json, 9)).toBe(false));
});
