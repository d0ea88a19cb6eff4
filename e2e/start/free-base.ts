import { randomInt } from 'node:crypto';
import { isPortFree } from '@burgee/launcher';

/** Between the blocks from which `freePort` takes ports and those that systems give to outgoing connections. */
const [FIRST, LAST] = [32_000, 32_700];
/** Of the three services behind the gateway, and the internal ports of all five. */
const OFFSETS = [0, 1, 2, 50, 51, 52, 53, 54];

/** A `SERVICE_PORT_BASE` whose ports are all free, and that no other test takes before `npm start` does. */
export async function freeBase(): Promise<number> {
  for (;;) {
    const base = randomInt(FIRST, LAST - Math.max(...OFFSETS));
    const free = await Promise.all(OFFSETS.map((offset) => isPortFree(base + offset)));
    if (!free.includes(false)) return base;
  }
}
