import {
  type AuditAction,
  type AuditValues,
  INSTANCE_CHAIN,
  type InstanceAction,
  NOBODY,
  type Provenance,
} from '@burgee/contracts/wire';
import { auditMessage, type NewOutboxMessage } from '@burgee/outbox';
import { currentRequestId } from '@burgee/process-kit';

interface InstanceNote {
  action: InstanceAction;
  old_values?: AuditValues;
  new_values: AuditValues;
  /** Undefined when no person caused it. */
  actor?: { id: string; name: string };
  provenance: Provenance;
}

/**
 * A message to audit about an event that belongs to no project. In the outbox it has the shape of a project message.
 */
export function instanceMessage({
  actor = NOBODY,
  action,
  old_values = null,
  new_values,
  provenance,
}: InstanceNote): NewOutboxMessage {
  const note = { action: action as string as AuditAction, project_id: INSTANCE_CHAIN, old_values, new_values };
  return auditMessage(note, { ...actor, provenance }, currentRequestId());
}
