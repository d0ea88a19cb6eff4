import { FIXED_NATS, isFixedNats } from '@burgee/launcher';

/** Which NATS runs, and what to do when it lacks security fixes. @param version undefined for a NATS that we did not start */
export function describeNats(version: string | undefined): string {
  if (version === undefined) return 'the server in NATS_URL';
  if (isFixedNats(version)) return version;
  return `${version}, on this machine only. Security fixes are missing: ${FIXED_NATS} has them. Install Go or that NATS, or set NATS_URL.`;
}
