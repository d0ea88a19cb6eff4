import { metrics } from '@burgee/process-kit';
import { Counter, Gauge } from 'prom-client';
import type { StepResult } from './run-step.service.js';

const STEP_RESULTS = ['changed', 'unchanged', 'skipped', 'paused', 'failed'] as const satisfies (
  | StepResult
  | 'failed'
)[];

export const scheduleSteps = new Counter({
  name: 'burgee_schedule_steps_total',
  help: 'Due steps of schedules by outcome. Failed steps are retried.',
  labelNames: ['result'],
  registers: [metrics],
});
for (const result of STEP_RESULTS) scheduleSteps.inc({ result }, 0);

export const scheduleLag = new Gauge({
  name: 'burgee_schedule_lag_seconds',
  help: 'How long ago the oldest step was due that is not carried out yet; 0 when none is.',
  registers: [metrics],
});
