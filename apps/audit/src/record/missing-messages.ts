import { metrics } from '@burgee/process-kit';
import { Counter } from 'prom-client';

/** Requests for an entry that neither the outbox nor audit has. */
export const missingMessages = new Counter({
  name: 'burgee_audit_missing_messages_total',
  help: 'Messages that audit was told to read from the outbox and that are not there. A human must look.',
  registers: [metrics],
});
