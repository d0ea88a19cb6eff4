import { metrics } from '@burgee/process-kit';
import { Counter } from 'prom-client';

/** Messages of changes older than AUDIT_RETENTION_MONTHS. */
export const expiredMessages = new Counter({
  name: 'burgee_audit_expired_messages_total',
  help: 'Audit messages that were confirmed and not stored, because their month is dropped already.',
  registers: [metrics],
});
