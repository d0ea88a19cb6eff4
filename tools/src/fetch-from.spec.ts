import { once } from 'node:events';
import { createServer } from 'node:net';
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
