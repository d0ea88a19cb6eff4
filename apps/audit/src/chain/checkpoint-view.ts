import type { AuditBeginning, AuditCheckpoint } from '@burgee/contracts/http';
import type { SignedBeginning } from './beginning.js';
import type { Checkpoint } from './checkpoint.js';

/** The checkpoint without its chain, which the URL names. */
export const toCheckpointView = ({
  seq,
  hash,
  signed_at,
  kid,
  public_key,
  signature,
}: Checkpoint): AuditCheckpoint => ({
  seq,
  hash,
  signed_at,
  kid,
  public_key,
  signature,
});

export const toBeginningView = (beginning: SignedBeginning): AuditBeginning => ({
  ...toCheckpointView(beginning),
  retention_months: beginning.retention_months,
});
