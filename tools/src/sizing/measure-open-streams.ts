import { setTimeout as delay } from 'node:timers/promises';
import { StreamLoad } from '../bench/stream-load.js';
import { readProcessMetrics } from '../soak/process-metrics.js';
import { costOf, type Pids } from './cost-of.js';

const STREAMS = 2_000;
const OPENED_FIRST = 500;
const CHANGES = 60;
const SETTLE_MILLISECONDS = 3_000;
const IDLE_MILLISECONDS = 30_000;
const KIB = 1_024;

interface OpenStreams<Name extends string> {
  opening: Record<Name, number>;
  idleSecond: Record<Name, number>;
  delivery: Record<Name, number>;
  kib: number;
}

/**
 * The cost of open streams to each of these processes. The streams are open at the first one.
 * @param change makes a change that reaches all streams
 */
export async function measureOpenStreams<Name extends string>(
  url: string,
  sdkKey: string,
  pids: Pids<Name>,
  change: () => Promise<void>,
): Promise<OpenStreams<Name>> {
  const [pid = 0] = Object.values<number>(pids);
  const rss = () => readProcessMetrics(pid).rss;
  // The first ones grow what is there for all.
  const first = await StreamLoad.open(OPENED_FIRST, url, sdkKey);
  await delay(SETTLE_MILLISECONDS);
  const before = rss();
  const loads: StreamLoad[] = [first];
  const opening = await costOf(pids, async () => {
    loads.push(await StreamLoad.open(STREAMS, url, sdkKey));
    return STREAMS;
  });
  await delay(SETTLE_MILLISECONDS);
  const kib = Math.max(0, rss() - before) / STREAMS / KIB;
  const open = STREAMS + OPENED_FIRST;
  const idleSecond = await costOf(pids, async () => {
    await delay(IDLE_MILLISECONDS);
    return (open * IDLE_MILLISECONDS) / 1_000;
  });
  const delivery = await costOf(pids, async () => {
    for (let count = 0; count < CHANGES; count++) {
      const received = loads.map((load) => load.nextEvent());
      await change();
      await Promise.all(received);
    }
    return CHANGES * open;
  });
  for (const load of loads) load.close();
  await delay(SETTLE_MILLISECONDS);
  return { opening, idleSecond, delivery, kib };
}
