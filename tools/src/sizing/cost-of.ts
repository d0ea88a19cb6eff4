import { processorTime } from '../bench/processor-time.js';

/** Processes by name. */
export type Pids<Name extends string> = Readonly<Record<Name, number>>;

const SECOND = 1_000;

/** Seconds of processor time that one unit of this work takes in each of these processes. @param work returns how many it did */
export async function costOf<Name extends string>(
  pids: Pids<Name>,
  work: () => Promise<number>,
): Promise<Record<Name, number>> {
  const names = Object.keys(pids) as Name[];
  const now = () => names.map((name) => processorTime([pids[name]]));
  const before = now();
  const units = await work();
  const after = now();
  const costs = names.map((name, index) => [name, ((after[index] ?? 0) - (before[index] ?? 0)) / SECOND / units]);
  return Object.fromEntries(costs) as Record<Name, number>;
}
