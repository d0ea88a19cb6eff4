/** The oldest version with every security fix that concerns Burgee. The 2.14 line has them from 2.14.3. */
export const FIXED_NATS = '2.12.12';

/** Parses the output of `nats-server --version`; undefined when it has no version. */
export function natsVersion(printed: string): string | undefined {
  return /\bv(\d+\.\d+\.\d+)/.exec(printed)?.[1];
}

/** Whether a version has every security fix that concerns Burgee. */
export function isFixedNats(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major !== 2) return major > 2;
  if (minor === 12) return patch >= 12;
  return minor === 14 ? patch >= 3 : minor > 14;
}
