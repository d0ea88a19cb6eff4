import { Counter, Gauge, type Registry, Summary } from 'prom-client';

/** The counters of one level of a scheduler. */
export interface LevelCounts {
  waited(seconds: number): void;
  refused(): void;
}

/** @param counts returns the current numbers */
export type AdmissionMetrics = (level: string, counts: () => { running: number; waiting: number }) => LevelCounts;

/** For a scheduler without metrics. */
export const UNCOUNTED: AdmissionMetrics = () => ({ waited() {}, refused() {} });

/** @returns the metrics of the schedulers of one process, by what each of them admits to */
export function admissionMetrics(registry: Registry): (admits: string) => AdmissionMetrics {
  const labelNames = ['admits', 'level'] as const;
  const registers = [registry];
  const asked: (() => void)[] = [];
  const running = new Gauge({
    name: 'burgee_admission_running',
    help: 'Requests that have a seat, by what they were admitted to and the level of their work.',
    labelNames,
    registers,
    collect: () => asked.forEach((count) => count()),
  });
  const waiting = new Gauge({
    name: 'burgee_admission_waiting',
    help: 'Requests that wait for a seat.',
    labelNames,
    registers,
  });
  const waits = new Summary({
    name: 'burgee_admission_wait_seconds',
    help: 'Time in the queue of admitted requests.',
    labelNames,
    percentiles: [],
    registers,
  });
  const refusals = new Counter({
    name: 'burgee_admission_refused_total',
    help: 'Requests that were refused since they waited too long, or too many waited.',
    labelNames,
    registers,
  });
  return (admits) => (level, counts) => {
    const labels = { admits, level };
    asked.push(() => {
      const now = counts();
      running.set(labels, now.running);
      waiting.set(labels, now.waiting);
    });
    const [wait, refusal] = [waits.labels(labels), refusals.labels(labels)];
    // Prometheus needs a value before the first refusal to compute a rate.
    refusal.inc(0);
    return { waited: (seconds) => wait.observe(seconds), refused: () => refusal.inc() };
  };
}
