import { metrics } from '@burgee/process-kit';
import { Counter } from 'prom-client';

/** Requests for an entry that is neither in the outbox nor in audit. */
export const missingMessages = new Counter({
  name: 'burgee_audit_missing_messages_total',
  help: 'Messages that audit did not find in the outbox. A person must act.',
  registers: [metrics],
});
