import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { lookUpHost } from './look-up-host.js';

it.each([
  ['[::1]', '::1'],
  ['::1', '::1'],
  ['127.0.0.1', '127.0.0.1'],
])('finds %s', async (host, address) => {
  const [found] = await promisify<string, object, { address: string }[]>(lookUpHost as never)(host, { all: true });
  expect(found?.address).toBe(address);
});
