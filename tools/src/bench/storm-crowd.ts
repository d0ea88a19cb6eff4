import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamClient } from '@burgee/testing';

/*
 * Clients of a storm, all at once. They are elsewhere in the world: here they have what processor time the gateway, its
 * engines and those who read leave them.
 */
interface Storm {
  url: string;
  sdkKey: string;
  clients: number;
}

process.once('message', async ({ url, sdkKey, clients }: Storm) => {
  setPriority(constants.priority.PRIORITY_LOW);
  const startedAt = performance.now();
  const crowd = Array.from({ length: clients }, () =>
    new StreamClient({ base: () => url, sdkKey, keepsFlags: false }).start(),
  );
  while (crowd.some((client) => !client.isOpen)) await delay(100);
  process.send?.(performance.now() - startedAt);
});
process.on('disconnect', () => process.exit(0));
