import { describe, expect, it } from '@jest/globals';
import type { FlagType, FlagValue } from './flag.js';
import { parseValue } from './parse-value.js';

describe('parseValue', () => {
  it.each<[FlagType, string, FlagValue | undefined]>([
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', 'True', undefined],
    ['boolean', '', undefined],
    ['string', '', ''],
    ['string', ' any text ', ' any text '],
    ['number', '1.5', 1.5],
    ['number', ' -7 ', -7],
    ['number', '0x1F', 31],
    ['number', '1e3', 1_000],
    ['number', '', undefined],
    ['number', ' \t\n', undefined],
    ['number', 'seven', undefined],
    ['number', 'NaN', undefined],
    ['number', 'Infinity', undefined],
    ['number', '1e999', undefined],
    ['json', '{"a":[1,null]}', { a: [1, null] }],
    ['json', 'null', null],
    ['json', '"text"', 'text'],
    ['json', '', undefined],
    ['json', '{a:1}', undefined],
  ])('%s %j is %j', (type, text, value) => expect(parseValue(type, text)).toEqual(value));
});
