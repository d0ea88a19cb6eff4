import type { Server } from 'node:net';
import { expect, it } from '@jest/globals';
import { Heartbeats } from './heartbeats.js';

it('of a server that is closing fail for nobody: it has no address any more', async () => {
  const heartbeats = new Heartbeats(() => ({ address: () => null }) as Server);
  await expect(heartbeats['endStuck']()).resolves.toBeUndefined();
});
