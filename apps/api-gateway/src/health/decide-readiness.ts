import type { Upstream } from '../routes.js';

/** How long a new installation waits for all services, so that its first user does not see a broken dashboard. */
export const WAIT_FOR_ALL_MILLISECONDS = 30_000;

export interface Decision {
  obstacle?: string;
  degradation?: string;
}

const are = (names: readonly string[]) => `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not ready`;

/**
 * Ready once every service has been ready: a later failure does not close the gateway, which other services still need.
 * A service that is missing from the start delays readiness for a limited time, unless it is the one that SDKs read
 * from.
 * @param missing the services that have not been ready since this process started
 * @param runningMilliseconds since then
 */
export function decideReadiness(missing: readonly Upstream[], runningMilliseconds: number): Decision {
  if (missing.length === 0) return {};
  const waits = missing.includes('sdk-gateway') || runningMilliseconds < WAIT_FOR_ALL_MILLISECONDS;
  return waits ? { obstacle: are(missing) } : { degradation: `${are(missing)}. The other services answer.` };
}
