import { describe, expect, it } from '@jest/globals';
import { parseList } from './parse-list.js';

describe('parseList', () => {
  it.each<[string, string[] | undefined]>([
    ['["NO"]', ['NO']],
    ['["NO","SE"]', ['NO', 'SE']],
    [' \t\r\n[ "NO" ,\n"SE" ]\t', ['NO', 'SE']],
    ['["\\u004eO", "a\\"b", "\\n"]', ['NO', 'a"b', '\n']],
    ['["NO","NO"]', ['NO', 'NO']],
    ['[""]', ['']],
    ['NO', undefined],
    ['', undefined],
    ['"NO"', undefined],
    ['{"a":"NO"}', undefined],
    ['[]', undefined],
    ['[ ]', undefined],
    ['[1]', undefined],
    ['["NO",1]', undefined],
    ['["NO",null]', undefined],
    ['["NO",["SE"]]', undefined],
    [`['NO']`, undefined],
    ['["NO",]', undefined],
    ['["NO"', undefined],
    ['["NO"] x', undefined],
    ['["NO"]["SE"]', undefined],
    ['["a\nb"]', undefined],
    ['["\\x4e"]', undefined],
    ['\ufeff["NO"]', undefined],
    ['["NO"]\ufeff', undefined],
    ['\u00a0["NO"]', undefined],
    ['\v["NO"]', undefined],
  ])('%j lists %j', (text, values) => expect(parseList(text)).toEqual(values));

  it.each([
    ['open', '['.repeat(5_000)],
    ['closed', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['around a text', `${'['.repeat(5_000)}"NO"${']'.repeat(5_000)}`],
  ])('lists nothing in 5,000 nested arrays, %s', (_, text) => expect(parseList(text)).toBeUndefined());
});
