import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { BY_OPERATOR, NOBODY } from '@burgee/contracts/wire';
import type { Checkpoint } from '../chain/checkpoint.js';
import { messageIdOf } from '../record/message-id-of.js';

/** The entry that records a loss in a failover. */
export function lostHistoryMessage(checkpoint: Checkpoint, timeline: string): AuditRecordV1 {
  const { chain_id, seq, hash } = checkpoint;
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
    new_values: { checkpoint: { seq, hash }, timeline },
    request_id: null,
    ...BY_OPERATOR,
    occurred_at: new Date().toISOString(),
  };
}
