import { existsSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { StreamClient } from '@burgee/testing';

/*
 * Clients who come back within half a second, or as soon as they can: denser than those of the client library, which a stream has
 * told to wait 1 to 5 s. They are elsewhere in the world: here they have what processor time the gateway, its engines and those who
 * read leave them.
 */
const WITHIN_MILLISECONDS = 500;
/** So many dial in one turn of the event loop: each asks when it is connected, and not when a thousand are. */
const DIAL_AT_ONCE = 8;
/** Linux may share its cores out among sessions: then a process that gives way does so within its own only. */
const PRIORITY_OF_SESSION = '/proc/self/autogroup';

export interface Crowd {
  url: string;
  sdkKey: string;
  clients: number;
}

/** How a storm went. */
export interface Past {
  /** When the last had dialled for the first time, ms. */
  dialled: number;
  /** When the last was let in, ms. */
  lasted: number;
}

function giveWay(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  if (existsSync(PRIORITY_OF_SESSION)) writeFileSync(PRIORITY_OF_SESSION, String(constants.priority.PRIORITY_LOW));
}

async function rage(crowd: readonly StreamClient[]): Promise<void> {
  const startedAt = performance.now();
  for (let dialled = 0; dialled < crowd.length; await nextTurn()) {
    const due = Math.floor(((performance.now() - startedAt) / WITHIN_MILLISECONDS) * crowd.length);
    if (dialled === due) await delay(1);
    const few = crowd.slice(dialled, Math.min(dialled + DIAL_AT_ONCE, due));
    for (const client of few) client.start();
    dialled += few.length;
  }
  const dialled = performance.now() - startedAt;
  while (crowd.some((client) => !client.isOpen)) await delay(100);
  const past: Past = { dialled, lasted: performance.now() - startedAt };
  process.send?.(past);
}

process.once('message', ({ url, sdkKey, clients }: Crowd) => {
  giveWay();
  const crowd = Array.from({ length: clients }, () => new StreamClient({ base: () => url, sdkKey, keepsFlags: false }));
  process.once('message', () => void rage(crowd));
  process.send?.('gathered');
});
process.on('disconnect', () => process.exit(0));
