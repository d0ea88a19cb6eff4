import autocannon from 'autocannon';
import { compare, type Measurement, type Round, takeTurns } from './measurement.js';
import { processorTime } from './processor-time.js';

const CONNECTIONS = 64;
/** Short, because what else the machine does changes from second to second. */
const ROUND_SECONDS = 1;
/** Each with a server and a bare server of its own, because two processes of one build differ. */
export const RUNS = 10;
const ROUNDS_OF_A_RUN = 4;
const WARM_UP_ROUNDS = 2;

/** What Node sends of itself with every answer. */
export const OF_THE_SERVER = new Set(['connection', 'content-length', 'date', 'keep-alive']);

/** @throws when an answer is of another kind */
export async function requestsPerSecond(
  options: Pick<autocannon.Options, 'url' | 'headers' | 'requests'>,
  wanted: '2xx' | '3xx',
): Promise<number> {
  const result = await autocannon({ ...options, connections: CONNECTIONS, duration: ROUND_SECONDS });
  const others = result.requests.total - result[wanted];
  if (result.errors > 0 || others > 0)
    throw new Error(`${String(options.url)} gave ${result.errors} errors and ${others} answers of another kind`);
  return result.requests.total / result.duration;
}

/** An address, and the processes that work for it, by name. */
export interface MeasuredServer {
  url: string;
  pids: Record<string, number>;
}

type Rate = () => Promise<number>;

/** Alternates between both sides, once both are warm. */
export async function warmTurns(rounds: number, ours: Rate, yardstick: Rate): Promise<Round[]> {
  await takeTurns(WARM_UP_ROUNDS, ours, yardstick);
  return takeTurns(rounds, ours, yardstick);
}

interface Side extends Pick<MeasuredServer, 'pids'> {
  rate: Rate;
}

export interface Run {
  rounds: Round[];
  /** Microseconds of a request, in all processes of a side. */
  processorTime: Round;
}

/** Requests per second of a server and of a bare one, and the processor time of each. */
export async function measureRun(name: string, ours: Side, bare: Side): Promise<Run> {
  const sides = [ours, bare];
  const now = () => sides.map(({ pids }) => Object.values(pids).map((pid) => processorTime([pid])));
  const before = now();
  const rounds = await warmTurns(ROUNDS_OF_A_RUN, ours.rate, bare.rate);
  const after = now();
  const { ours: ourRate, yardstick: bareRate = 0, ratio } = compare(rounds, { name, unit: '' });
  const seconds = (ROUNDS_OF_A_RUN + WARM_UP_ROUNDS) * ROUND_SECONDS;
  const [ourTimes = [], bareTimes = []] = [ourRate, bareRate].map((perSecond, side) =>
    (after[side] ?? []).map((time, index) => ((time - (before[side]?.[index] ?? 0)) * 1_000) / (perSecond * seconds)),
  );
  const sum = (times: number[]) => times.reduce((a, b) => a + b, 0);
  const parts = Object.keys(ours.pids).map((process, index) => `${ourTimes[index]?.toFixed(1)} µs of ${process}`);
  console.log(
    `  ${name}: ${ourRate.toFixed(0)} and ${bareRate.toFixed(0)} requests/s, ratio ${ratio?.toFixed(2)}; ` +
      `a request takes ${parts.join(', ')}, a bare one ${sum(bareTimes).toFixed(1)} µs`,
  );
  return { rounds, processorTime: { ours: sum(ourTimes), yardstick: sum(bareTimes) } };
}

/** A row for the throughput of these runs, and one for the processor time of a request. */
export const describeRuns = (name: string, runs: readonly Run[]): Measurement[] => [
  compare(
    runs.flatMap(({ rounds }) => rounds),
    { name, unit: 'requests/s' },
  ),
  compare(
    runs.map((run) => run.processorTime),
    { name: `${name}: processor time`, unit: 'µs' },
  ),
];
