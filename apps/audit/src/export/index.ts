/** The exports that the command `audit:verify` uses. */
export { describeFault } from '../chain/describe-fault.js';
export type { EarlierExport } from '../chain/verify-checkpoints.js';
export { UnreadableExport } from './read-lines.js';
export { verifyExport, type VerifiedExport } from './verify-export.js';
