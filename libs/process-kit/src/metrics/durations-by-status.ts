import type { Registry } from 'prom-client';
import { Durations } from './durations.js';
import { SECONDS } from './seconds.js';

const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'];

/** `2xx` of 204. */
export const statusClass = (status: number): string => CLASSES[Math.floor(status / 100) - 1] ?? 'none';

/** How long answers took, by the class of their status. */
export function durationsByStatus(
  name: string,
  help: string,
  registry: Registry,
): (status: number, seconds: number) => void {
  const durations = new Durations({ name, help, buckets: SECONDS }, registry);
  const observe = CLASSES.map((status) => durations.of({ status }));
  return (status, seconds) => observe[Math.floor(status / 100) - 1]?.(seconds);
}
