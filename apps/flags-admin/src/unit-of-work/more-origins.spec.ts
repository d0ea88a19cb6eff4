import { expect, it } from '@jest/globals';
import { isHeldChange, type Origins } from './more-origins.js';

const origins = (url: string | null, ...more_origins: string[]): Origins => ({ url, more_origins });

it.each([
  ['the first', origins(null), origins('a'), false],
  ['the first, next to the URL', origins(null), origins(null, 'a'), false],
  ['the first two', origins(null), origins('a', 'b'), true],
  ['a further one', origins('a'), origins('a', 'b'), true],
  ['another one', origins('a'), origins('b'), true],
  ['one less', origins('a', 'b'), origins('a'), true],
  ['none any more', origins('a'), origins(null), true],
  ['another order', origins('a', 'b', 'c'), origins('c', 'a', 'b'), false],
  ['none as before', origins(null), origins(null), false],
])('%s: held to the rules of the environment: %#', (_, before, after, held) =>
  expect(isHeldChange(before, after)).toBe(held),
);
