import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { BY_OPERATOR, NOBODY } from '@burgee/contracts/wire';
import type { Checkpoint, SigningKey } from '../chain/checkpoint.js';
import { signLoss } from '../chain/lost-history.js';
import { messageIdOf } from '../record/message-id-of.js';

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
  return {
    v: 1,
    event_id: messageIdOf(`history_lost ${chain_id} ${seq} ${hash}`),
    action: 'history_lost',
    project_id: chain_id,
    flag_id: null,
    flag_key: null,
    environment_id: null,
    environment_name: null,
    user_id: NOBODY.id,
    user_name: NOBODY.name,
    old_values: null,
    new_values: { checkpoint: { seq, hash }, timeline, signed },
    request_id: null,
    ...BY_OPERATOR,
    occurred_at,
  };
}
