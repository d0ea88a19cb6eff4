import { expect, it } from '@jest/globals';
import { limitsOfOne } from './limits-of-one.js';

it('of streams, each process has a part; nothing else changes', () => {
  const config = {
    WORKERS: 4,
    STREAMS_AT_MOST: 10,
    STREAMS_PER_KEY_AT_MOST: 8,
    STREAMS_PER_ADDRESS_AT_MOST: 1,
    PORT: 80,
  };
  expect(limitsOfOne(config)).toEqual({
    ...config,
    STREAMS_AT_MOST: 3,
    STREAMS_PER_KEY_AT_MOST: 2,
    STREAMS_PER_ADDRESS_AT_MOST: 1,
  });
});
