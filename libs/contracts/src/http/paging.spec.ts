import { describe, expect, it } from '@jest/globals';
import { decodePageStart, encodeCursor } from './paging.js';

const ID = '0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7e';
const AT = '2026-03-01T09:30:00.125Z';

describe('a cursor of a list in the order of time', () => {
  it.each([
    ['no base64', '%%%'],
    ['too few parts', encodeCursor([AT])],
    ['no time', encodeCursor(['yesterday', ID])],
    ['no id', encodeCursor([AT, "' or true"])],
    ['empty', ''],
  ])('is refused when it is %s', (_what, cursor) => {
    expect(() => decodePageStart(cursor)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
