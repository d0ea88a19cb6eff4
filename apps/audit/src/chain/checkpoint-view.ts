import type { AuditCheckpoint } from '@burgee/contracts/http';
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
