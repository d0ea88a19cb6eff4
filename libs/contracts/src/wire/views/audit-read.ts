import type { AuditAction, AuditValues, Provenance } from '../audit.js';

/** What an outbox message to audit says: an entry without its id and its time. */
export interface AuditPayload<A extends string = AuditAction> extends Partial<Provenance> {
  action: A;
  /** `INSTANCE_CHAIN` where it belongs to no project. */
  project_id: string;
  flag_id: string | null;
  flag_key: string | null;
  environment_id: string | null;
  environment_name: string | null;
  user_id: string;
  user_name: string;
  old_values: AuditValues;
  new_values: AuditValues;
  request_id: string | null;
  /** The same in all entries of one call that changed many flags. */
  group_id?: string;
  /** Why the change was made, in the words of who made it. */
  comment?: string;
  /** Why it went past a rule of an environment; absent where it did not. */
  bypass_reason?: string;
  /** Of the named environment, where the change made a revision of it. */
  position?: { epoch: string; revision: number };
}

/** Row of `audit_read.message_v1`, owned by flags-admin: a message that audit has not confirmed yet. */
export interface AuditMessageRow {
  event_id: string;
  payload: AuditPayload;
  occurred_at: Date;
}
