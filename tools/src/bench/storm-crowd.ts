import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamClient } from '@burgee/testing';

/*
 * Clients who come back within half a second: denser than those of the client library, which a stream has told to wait 1 to 5 s.
 * They are elsewhere in the world: here they have what processor time the gateway, its engines and those who read leave them.
 */
const WITHIN_MILLISECONDS = 500;

interface Storm {
  url: string;
  sdkKey: string;
  clients: number;
}

process.once('message', async ({ url, sdkKey, clients }: Storm) => {
  setPriority(constants.priority.PRIORITY_LOW);
  const startedAt = performance.now();
  const crowd = Array.from({ length: clients }, () => new StreamClient({ base: () => url, sdkKey, keepsFlags: false }));
  for (const client of crowd) setTimeout(() => client.start(), WITHIN_MILLISECONDS * Math.random());
  while (crowd.some((client) => !client.isOpen)) await delay(100);
  process.send?.(performance.now() - startedAt);
});
process.on('disconnect', () => process.exit(0));
