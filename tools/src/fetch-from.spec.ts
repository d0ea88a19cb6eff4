import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { fetchFrom } from './fetch-from.js';

describe('an address where nothing answers', () => {
  it('is named, and why', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${port}/a`;
    await expect(fetchFrom(url)).rejects.toThrow(`${url} cannot be reached: ECONNREFUSED.`);
  });
});

it.each([
  ['a token with a line break', 'http://127.0.0.1:1/', { headers: { authorization: 'hunter2\nb' } }],
  ['a password in the address', 'http://ada:hunter2@127.0.0.1:1/', {}],
])('%s is refused and not printed', async (_, url, init) => {
  const error: unknown = await fetchFrom(url, init).catch((reason: unknown) => reason);
  expect(inspect(error)).toMatch(/line break|user name or password/);
  expect(inspect(error)).not.toContain('hunter2');
});
