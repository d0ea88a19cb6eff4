import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeOtherSilentEngines } from './describe-other-silent-engines.js';

/** Nothing listens there. */
const NOBODY = '127.0.0.1:1';
let server: Server;
let somebody: string;

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  somebody = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('where Postgres does not answer', () => {
  it('each other engine of one’s own is named that does not either, with its hosts and without its password', async () => {
    const lines = await describeOtherSilentEngines({
      REDIS_URL: `redis://u:secret@${NOBODY}`,
      NATS_URL: `nats://u:secret@${NOBODY},[::1]:1`,
    });
    expect(lines).toEqual([
      'redis does not answer either (127.0.0.1:1: ECONNREFUSED).',
      expect.stringMatching(/^nats does not answer either \(127\.0\.0\.1:1: ECONNREFUSED, ::1:1: E[A-Z]+\)\.$/),
    ]);
  });

  it('leaves out engines with a host that answers, and engines that npm start runs', async () => {
    const lines = await describeOtherSilentEngines({
      REDIS_URL: undefined,
      NATS_URL: `nats://${NOBODY},${somebody}`,
    });
    expect(lines).toEqual([]);
  });
});
