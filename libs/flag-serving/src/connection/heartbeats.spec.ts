import type { Server } from 'node:net';
import { expect, it } from '@jest/globals';
import { Heartbeats } from './heartbeats.js';

it('heartbeats of a closing server do not fail, although it has no address any more', async () => {
  const heartbeats = new Heartbeats(() => ({ address: () => null }) as Server);
  await expect(heartbeats['endStuck']()).resolves.toBeUndefined();
});
