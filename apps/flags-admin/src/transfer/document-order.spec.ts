import { expect, it } from '@jest/globals';
import { documentOrder } from './document-order.js';

it.each([
  [
    ['a', 'b', 'c'],
    ['c', 'a'],
    ['c', 'b', 'a'],
  ],
  [
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'b', 'new'],
    ['new', 'b', 'a'],
    ['new', 'b', 'a'],
  ],
  [['a', 'b'], [], ['a', 'b']],
])('%j, imported with %j, become %j', (slugs, document, expected) =>
  expect(documentOrder(slugs, document)).toEqual(expected),
);

it('S89 orders a document with very many slugs without scanning all for each', () => {
  const looksAtAll = () => {
    throw new Error('looks at all of them');
  };
  const slugs = Object.assign(['a', 'b', 'c'], { includes: looksAtAll, indexOf: looksAtAll });
  expect(documentOrder(slugs, Object.assign(['c', 'a'], { includes: looksAtAll, indexOf: looksAtAll }))).toEqual([
    'c',
    'b',
    'a',
  ]);
});
