import { randomUUID } from 'node:crypto';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { byAccount } from '@burgee/contracts/wire';
import { currentRequestId } from '@burgee/process-kit';
import type { CurrentUser } from '@burgee/session';

/** The entry that records an export of the history. */
export function exportMessage(
  { id, name, provenance = byAccount(id) }: CurrentUser,
  projectId: string,
  values: { format: string; filter: object },
): AuditRecordV1 {
  return {
    v: 1,
    event_id: randomUUID(),
    action: 'history_export',
    project_id: projectId,
    flag_id: null,
    flag_key: null,
    environment_id: null,
    environment_name: null,
    user_id: id,
    user_name: name,
    old_values: null,
    new_values: values,
    request_id: currentRequestId(),
    ...provenance,
    occurred_at: new Date().toISOString(),
  };
}
