import { createHash } from 'node:crypto';
import type { Sbom } from '../supply/sbom.js';

/** An SBOM of a commit: npm's, with a number that follows from the commit, not from chance, and the commit's time. */
export function datedSbom(sbom: Sbom, commit: string, time: Date): Sbom {
  const hex = createHash('sha256').update(`burgee sbom ${commit}`).digest('hex');
  // The form of a UUID made from data of one's own: version 8.
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)];
  return {
    ...sbom,
    serialNumber: `urn:uuid:${uuid.join('-')}`,
    metadata: { ...sbom.metadata, timestamp: time.toISOString() },
  };
}
