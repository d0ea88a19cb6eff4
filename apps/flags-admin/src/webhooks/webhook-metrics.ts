import { DELIVERY_STATES } from '@burgee/contracts/http';
import { metrics } from '@burgee/process-kit';
import { Counter, Gauge, Histogram } from 'prom-client';

export const attemptsTotal = new Counter({
  name: 'burgee_webhook_attempts_total',
  help: 'Requests to webhooks, by what becomes of the delivery: delivered, waiting for a retry, or failed for good.',
  labelNames: ['state'],
  registers: [metrics],
});

export const attemptDuration = new Histogram({
  name: 'burgee_webhook_attempt_duration_seconds',
  help: 'Time from the look-up of a host to its answer, or to what came instead.',
  buckets: [0.05, 0.25, 1, 5, 10],
  registers: [metrics],
});

export const disabledTotal = new Counter({
  name: 'burgee_webhooks_disabled_total',
  help: 'Webhooks that Burgee has disabled, by reason.',
  labelNames: ['reason'],
  registers: [metrics],
});

export const oldestDue = new Gauge({
  name: 'burgee_webhook_oldest_due_seconds',
  help: 'For how long the delivery that waits longest has been due; 0 = none is. Retries that wait for their time are not due.',
  registers: [metrics],
});

// Starts the series at zero, so that Prometheus sees the first increase.
for (const state of DELIVERY_STATES) attemptsTotal.inc({ state }, 0);
for (const reason of ['failing', 'gone', 'backlog']) disabledTotal.inc({ reason }, 0);
