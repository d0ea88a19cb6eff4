import { Counter, Gauge, type Registry, Summary } from 'prom-client';

/** Where one level of a scheduler tells what it does. */
export interface LevelCounts {
  waited(seconds: number): void;
  refused(): void;
}

/** @param counts what there is when it is asked */
export type AdmissionMetrics = (level: string, counts: () => { running: number; waiting: number }) => LevelCounts;

/** For a scheduler that nobody watches. */
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
    help: 'How long a seat was waited for, by those who got one.',
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
    // A rate needs a number before the first refusal.
    refusal.inc(0);
    return { waited: (seconds) => wait.observe(seconds), refused: () => refusal.inc() };
  };
}
