/** The exports that the command `audit:verify` uses. */
export { describeFault } from '../chain/describe-fault.js';
export { checkpointsIn, UnreadableExport, verifyExport, type VerifiedExport } from './verify-export.js';
