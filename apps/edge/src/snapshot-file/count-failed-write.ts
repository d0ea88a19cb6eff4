import { metrics } from '@burgee/process-kit';
import { Counter } from 'prom-client';

const failedWrites = new Counter({
  name: 'burgee_fallback_write_failures_total',
  help: 'Last known good answers that could not be written to disk.',
  registers: [metrics],
});

export const countFailedWrite = (): void => failedWrites.inc();
