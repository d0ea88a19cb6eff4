import { metrics } from '@burgee/process-kit';
import { Counter } from 'prom-client';

const dropped = new Counter({
  name: 'burgee_usage_forwarding_dropped_total',
  help: 'Windows of usage, and entries without room, that were not reported upstream.',
  registers: [metrics],
});

export const forwardedDropped = (): void => dropped.inc();
