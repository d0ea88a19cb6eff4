import type { Upstream } from '../routes.js';

/** So long the first visitor of a new installation is kept from a dashboard that does not answer. */
export const WAIT_FOR_ALL_MILLISECONDS = 30_000;

export interface Decision {
  obstacle?: string;
  degradation?: string;
}

const are = (names: readonly string[]) => `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not ready`;

/**
 * Ready once every service has been ready: what fails later does not close the front door, which others still need. A service
 * that is away from the start closes it for a while at most, unless it is the one that SDKs read from.
 * @param missing the services that have not been ready since this process started
 * @param runningMilliseconds since then
 */
export function decideReadiness(missing: readonly Upstream[], runningMilliseconds: number): Decision {
  if (missing.length === 0) return {};
  const waits = missing.includes('sdk-gateway') || runningMilliseconds < WAIT_FOR_ALL_MILLISECONDS;
  return waits ? { obstacle: are(missing) } : { degradation: `${are(missing)}. The other services answer.` };
}
