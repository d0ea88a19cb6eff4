import { describe, expect, it, jest } from '@jest/globals';
import { readContext } from './read-context.js';

const read = (body: unknown) => readContext(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
const attributes = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]));

describe('the context of a request', () => {
  it.each([
    ['empty', {}],
    ['with a targetingKey', { targetingKey: 'user-1', plan: 'pro' }],
    ['with a targetingKey of another type', { targetingKey: 7 }],
    ['of 200 attributes', attributes(200)],
    ['8 levels deep', nested(8)],
    ['with a list 8 levels deep', { a: [[[[[[[]]]]]]] }],
    ['of 200 attributes, those within others included', { a: attributes(100), b: Array(98).fill(0) }],
    ['with a targetingKey of 256 characters', { targetingKey: 'a'.repeat(256) }],
  ])('%s, is taken as it is', (_, context) => expect(read({ context, more: 1 })).toEqual({ context }));

  it.each([
    ['no JSON', '{', 'PARSE_ERROR', 'The body must be a JSON object.'],
    ['nothing', '', 'PARSE_ERROR', 'The body must be a JSON object.'],
    ['a list', [], 'PARSE_ERROR', 'The body must be a JSON object.'],
    ['no context', {}, 'INVALID_CONTEXT', 'The body has no context.'],
    ['a text as context', { context: 'user-1' }, 'INVALID_CONTEXT', 'The context must be an object.'],
    ['null as context', { context: null }, 'INVALID_CONTEXT', 'The context must be an object.'],
    ['a list as context', { context: [] }, 'INVALID_CONTEXT', 'The context must be an object.'],
    ['too many attributes', { context: attributes(201) }, 'INVALID_CONTEXT', 'more than 200 attributes'],
    ['many in an attribute', { context: { a: attributes(200) } }, 'INVALID_CONTEXT', 'more than 200 attributes'],
    [
      'many in a list',
      { context: { a: Array.from({ length: 200 }, () => []) } },
      'INVALID_CONTEXT',
      'more than 200 attributes',
    ],
    ['many next to the context', { context: {}, ...attributes(200) }, 'INVALID_CONTEXT', 'more than 200 attributes'],
    ['a context too deep', { context: nested(9) }, 'INVALID_CONTEXT', 'more than 8 levels'],
    ['a deep list', { context: { a: [[[[[[[[]]]]]]]] } }, 'INVALID_CONTEXT', 'more than 8 levels'],
    ['a long key', { context: { targetingKey: 'a'.repeat(257) } }, 'INVALID_CONTEXT', 'more than 256 characters'],
    ['deep JSON', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'INVALID_CONTEXT', 'more than 200 attributes'],
  ])('S64 %s: refused', (_, body, errorCode, details) =>
    expect(read(body)).toEqual({ failure: { errorCode, errorDetails: expect.stringContaining(details) } }),
  );
});

it('S64 refuses more values than allowed before it parses any', () => {
  const parse = jest.spyOn(JSON, 'parse');
  try {
    const keys = Array.from({ length: 6_000 }, (_, index) => `"${index}":0`).join();
    read(`{"context":{"a":{${keys}}}}`);
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});
