import { setTimeout as delay } from 'node:timers/promises';
import type { RunningService } from '@burgee/launcher';

const WITHIN_MILLISECONDS = 5_000;

/** Waits until the api-gateway is ready, which asks the other services; some seconds at most, since an engine may be silent. */
export async function untilReady(services: readonly RunningService[]): Promise<void> {
  const opsPort = services.find(({ spec }) => spec.app === 'api-gateway')?.spec.opsPort;
  for (const end = Date.now() + WITHIN_MILLISECONDS; Date.now() < end; await delay(50)) {
    // It may have ended, and starts again.
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
}
