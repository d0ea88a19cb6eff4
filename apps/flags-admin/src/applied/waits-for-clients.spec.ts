import { describe, expect, it } from '@jest/globals';
import { readWait } from './waits-for-clients.js';

describe('?wait=applied&timeout=', () => {
  it.each([
    [{}, undefined],
    [{ timeout: '5s' }, undefined],
    [{ wait: 'applied' }, 5_000],
    [{ wait: 'applied', timeout: '250ms' }, 250],
    [{ wait: 'applied', timeout: '60s' }, 60_000],
    [{ wait: 'applied', timeout: '60000ms' }, 60_000],
  ])('%j waits %p ms', (query, milliseconds) => expect(readWait(query)).toBe(milliseconds));

  it.each([
    { wait: 'delivered' },
    { wait: '' },
    { wait: ['applied', 'applied'] },
    ...['61s', '60001ms', '5', '5m', '-1s', '1.5s', ''].map((timeout) => ({ wait: 'applied', timeout })),
  ])('refuses %j', (query) =>
    expect(() => readWait(query)).toThrow(expect.objectContaining({ code: 'invalid_request' })),
  );
});
