import { randomInt } from 'node:crypto';
import { isPortFree } from '@burgee/launcher';

/** Between `freePort`'s blocks of ports and the ephemeral ports of outgoing connections. */
const [FIRST, LAST] = [32_000, 32_700];
/** Of the three services behind the gateway, and the internal ports of all five. */
const SERVICES = [0, 1, 2, 50, 51, 52, 53, 54];
const [GATEWAY, SDK_GATEWAY] = [60, 61];

/**
 * Settings of `npm start` with ports that are all free. It unpacks engines before it opens them: 13 s in which no
 * other test may take one, as those do that call `freePort`.
 */
export async function startPorts(): Promise<Record<'PORT' | 'SDK_GATEWAY_PORT' | 'SERVICE_PORT_BASE', string>> {
  for (;;) {
    const base = randomInt(FIRST, LAST - SDK_GATEWAY);
    const free = await Promise.all([...SERVICES, GATEWAY, SDK_GATEWAY].map((offset) => isPortFree(base + offset)));
    if (free.includes(false)) continue;
    const ports = { PORT: base + GATEWAY, SDK_GATEWAY_PORT: base + SDK_GATEWAY, SERVICE_PORT_BASE: base };
    return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])) as never;
  }
}
