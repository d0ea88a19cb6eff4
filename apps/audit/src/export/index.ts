/** What the command `audit:verify` needs. */
export { describeFault } from '../chain/describe-fault.js';
export { checkpointsIn, UnreadableExport, verifyExport, type VerifiedExport } from './verify-export.js';
