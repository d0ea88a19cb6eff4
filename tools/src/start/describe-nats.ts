import { FIXED_NATS, isFixedNats } from '@burgee/launcher';

/** Which NATS runs, and what to do when it lacks security fixes. @param version undefined for one that is not ours */
export function describeNats(version: string | undefined): string {
  if (version === undefined) return 'the one that NATS_URL names';
  if (isFixedNats(version)) return version;
  return `${version}, on this machine only. Security fixes are missing: ${FIXED_NATS} has them. Install Go or that NATS, or set NATS_URL.`;
}
