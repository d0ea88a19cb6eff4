import { randomUUID } from 'node:crypto';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { byAccount } from '@burgee/contracts/wire';
import { currentRequestId } from '@burgee/process-kit';
import type { CurrentUser } from '@burgee/session';
import { historyMessage } from '../record/own-message.js';

/** The entry that records an export of the history. */
export function exportMessage(
  { id, name, provenance = byAccount(id) }: CurrentUser,
  projectId: string,
  values: { format: string; filter: object },
): AuditRecordV1 {
  return historyMessage({
    event_id: randomUUID(),
    action: 'history_export',
    project_id: projectId,
    user_id: id,
    user_name: name,
    new_values: values,
    request_id: currentRequestId(),
    ...provenance,
    occurred_at: new Date().toISOString(),
  });
}
