/** The exports that the command `audit:verify` uses. */
export { describeFault } from '../chain/describe-fault.js';
export type { EarlierExport, Evidence } from '../chain/evidence.js';
export { UnreadableExport } from './read-lines.js';
export { verifyExport, type VerifiedExport } from './verify-export.js';
