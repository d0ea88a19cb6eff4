import {
  type AuditAction,
  type AuditValues,
  INSTANCE_CHAIN,
  type InstanceAction,
  NOBODY,
} from '@burgee/contracts/wire';
import { auditMessage, type NewOutboxMessage } from '@burgee/outbox';
import { currentRequestId } from '@burgee/process-kit';

interface InstanceNote {
  action: InstanceAction;
  old_values?: AuditValues;
  new_values: AuditValues;
  /** Undefined where no person did it. */
  actor?: { id: string; name: string };
}

/** What audit is told of something that belongs to no project. In an outbox it looks like what belongs to one. */
export function instanceMessage({
  actor = NOBODY,
  action,
  old_values = null,
  new_values,
}: InstanceNote): NewOutboxMessage {
  const note = { action: action as string as AuditAction, project_id: INSTANCE_CHAIN, old_values, new_values };
  return auditMessage(note, actor, currentRequestId());
}
