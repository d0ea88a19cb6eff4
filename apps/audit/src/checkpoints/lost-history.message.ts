import type { AuditRecordV1 } from '@burgee/contracts/messages';
import type { Checkpoint, SigningKey } from '../chain/checkpoint.js';
import { signLoss } from '../chain/lost-history.js';
import { foundMessage } from '../record/own-message.js';

interface Loss {
  checkpoint: Checkpoint;
  /** The last entry that was left. */
  left: number;
  timeline: string;
}

/** The entry that records a loss in a failover. */
export function lostHistoryMessage({ checkpoint, left, timeline }: Loss, key: SigningKey): AuditRecordV1 {
  const { chain_id, seq, hash } = checkpoint;
  const occurred_at = new Date().toISOString();
  // Not before the checkpoint, which has the time of the database that was lost.
  const signed_at = occurred_at > checkpoint.signed_at ? occurred_at : checkpoint.signed_at;
  const signed = signLoss({ chain_id, seq: left, lost_seq: seq, lost_hash: hash, signed_at }, key);
  const new_values = { checkpoint: { seq, hash }, timeline, signed };
  return foundMessage('history_lost', checkpoint, { new_values, occurred_at });
}
