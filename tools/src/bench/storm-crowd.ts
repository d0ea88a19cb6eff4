import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamClient } from '@burgee/testing';

/*
 * Clients who have all lost their stream at one moment, and come back as the client library does, half a second to a second
 * later. They are elsewhere in the world: here they have what processor time the gateway, its engines and those who read leave
 * them.
 */
const PAUSE_MILLISECONDS = 500;

interface Storm {
  url: string;
  sdkKey: string;
  clients: number;
}

process.once('message', async ({ url, sdkKey, clients }: Storm) => {
  setPriority(constants.priority.PRIORITY_LOW);
  const startedAt = performance.now();
  const crowd = Array.from({ length: clients }, () => new StreamClient({ base: () => url, sdkKey, keepsFlags: false }));
  for (const client of crowd) setTimeout(() => client.start(), PAUSE_MILLISECONDS * (1 + Math.random()));
  while (crowd.some((client) => !client.isOpen)) await delay(100);
  process.send?.(performance.now() - startedAt);
});
process.on('disconnect', () => process.exit(0));
