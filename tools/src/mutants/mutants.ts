import { APPLIED_MUTANTS } from './list/applied.js';
import { ARCHIVE_AND_BULK_MUTANTS } from './list/archive-and-bulk.js';
import { AUDIT_AT_SCALE_MUTANTS } from './list/audit-at-scale.js';
import { AUDIT_MUTANTS } from './list/audit.js';
import { AUTH_MUTANTS } from './list/auth.js';
import { CHANGE_RULES_MUTANTS } from './list/change-rules.js';
import { CHANGE_MUTANTS } from './list/changes.js';
import { DESIGN_MUTANTS } from './list/design.js';
import { EDGE_MUTANTS } from './list/edges.js';
import { EPOCH_MUTANTS } from './list/epochs.js';
import { HTTP_MUTANTS } from './list/http.js';
import { MEMBER_MUTANTS } from './list/members.js';
import { MUCH_AT_ONCE_MUTANTS } from './list/much-at-once.js';
import { OFREP_MUTANTS } from './list/ofrep.js';
import { OPENAPI_MUTANTS } from './list/openapi.js';
import { RETENTION_MUTANTS } from './list/retention.js';
import { SHARED_ROOM_MUTANTS } from './list/shared-room.js';
import { STRANGER_MUTANTS } from './list/strangers.js';
import { STREAM_MUTANTS } from './list/streams.js';
import { TENANT_MUTANTS } from './list/tenants.js';
import { SCHEDULE_MUTANTS } from './list/schedules.js';
import { UNDO_MUTANTS } from './list/undo.js';
import { TRANSFER_MUTANTS } from './list/transfer.js';
import { UNLEASH_MUTANTS } from './list/unleash.js';
import { USAGE_MUTANTS } from './list/usage.js';
import { WAITING_MUTANTS } from './list/waiting.js';
import { WEBHOOK_MUTANTS } from './list/webhooks.js';
import type { Mutant } from './mutant.js';

/** Ways to break Burgee, one at a time. What survives here is a test that is missing. */
export const MUTANTS: Mutant[] = [
  ...DESIGN_MUTANTS,
  ...AUDIT_MUTANTS,
  ...AUDIT_AT_SCALE_MUTANTS,
  ...AUTH_MUTANTS,
  ...MEMBER_MUTANTS,
  ...OPENAPI_MUTANTS,
  ...HTTP_MUTANTS,
  ...STRANGER_MUTANTS,
  ...STREAM_MUTANTS,
  ...RETENTION_MUTANTS,
  ...TENANT_MUTANTS,
  ...MUCH_AT_ONCE_MUTANTS,
  ...ARCHIVE_AND_BULK_MUTANTS,
  ...SCHEDULE_MUTANTS,
  ...CHANGE_RULES_MUTANTS,
  ...UNDO_MUTANTS,
  ...UNLEASH_MUTANTS,
  ...WAITING_MUTANTS,
  ...EPOCH_MUTANTS,
  ...CHANGE_MUTANTS,
  ...OFREP_MUTANTS,
  ...EDGE_MUTANTS,
  ...SHARED_ROOM_MUTANTS,
  ...USAGE_MUTANTS,
  ...TRANSFER_MUTANTS,
  ...APPLIED_MUTANTS,
  ...WEBHOOK_MUTANTS,
];
