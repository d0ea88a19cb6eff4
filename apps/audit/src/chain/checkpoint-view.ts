import type { AuditCheckpoint } from '@burgee/contracts/http';
import type { Checkpoint } from './checkpoint.js';

/** A checkpoint as the API shows it, whose address names the chain. */
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
