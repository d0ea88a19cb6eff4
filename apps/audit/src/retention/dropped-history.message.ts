import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { BY_OPERATOR, NOBODY } from '@burgee/contracts/wire';
import type { BeginningStatement } from '../chain/beginning.js';
import { messageIdOf } from '../record/message-id-of.js';

/** The entry that records that the entries up to a position were dropped. */
export function droppedHistoryMessage(statement: BeginningStatement): AuditRecordV1 {
  const { chain_id, seq, hash, retention_months } = statement;
  return {
    v: 1,
    event_id: messageIdOf(`history_dropped ${chain_id} ${seq} ${hash}`),
    action: 'history_dropped',
    project_id: chain_id,
    flag_id: null,
    flag_key: null,
    environment_id: null,
    environment_name: null,
    user_id: NOBODY.id,
    user_name: NOBODY.name,
    old_values: null,
    new_values: { dropped: { seq, hash }, retention_months },
    request_id: null,
    ...BY_OPERATOR,
    occurred_at: statement.signed_at,
  };
}
