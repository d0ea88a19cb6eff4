import type { AuditRecordV1 } from '@burgee/contracts/messages';
import type { BeginningStatement } from '../chain/beginning.js';
import { foundMessage } from '../record/own-message.js';

/** The entry that records that the entries up to a position were dropped. */
export function droppedHistoryMessage(statement: BeginningStatement): AuditRecordV1 {
  const { seq, hash, retention_months, signed_at } = statement;
  const new_values = { dropped: { seq, hash }, retention_months };
  return foundMessage('history_dropped', statement, { new_values, occurred_at: signed_at });
}
