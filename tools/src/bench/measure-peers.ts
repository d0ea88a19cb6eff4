import { setTimeout as delay } from 'node:timers/promises';
import { readProcessMetrics } from '../soak/process-metrics.js';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { startGoFeatureFlag } from './go-feature-flag.js';
import { compare, type Measurement, takeTurns } from './measurement.js';
import { type Load, StreamLoad } from './stream-load.js';
import { toggleFlag } from './toggle-flag.js';

const CLIENTS = 2_000;
const WARM_UP_ROUNDS = 5;
const ROUNDS = 20;
const SETTLE_MILLISECONDS = 5_000;
const PAUSE_MILLISECONDS = 300;

/** @returns what `open` gives, and the resident memory that one of its clients costs the process, kB (1,000 bytes) */
async function weigh<T>(pid: number, open: () => Promise<T>): Promise<{ load: T; kb: number }> {
  await delay(SETTLE_MILLISECONDS);
  const before = readProcessMetrics(pid).rss;
  const load = await open();
  await delay(SETTLE_MILLISECONDS);
  return { load, kb: (readProcessMetrics(pid).rss - before) / CLIENTS / 1_000 };
}

/**
 * One change to 2,000 clients, beside GO Feature Flag's relay on this machine and with the same program as clients: from the
 * request that makes the change, or lets the relay read its file, to the last client.
 */
export async function measurePeers(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const relay = await startGoFeatureFlag(fixture.flagIds.length, cluster.logsDir);
  try {
    const ours = await weigh(cluster.gateways[0]?.pid ?? 0, () =>
      StreamLoad.open(CLIENTS, cluster.sdkGatewayUrl, fixture.sdkKey),
    );
    const theirs = await weigh(relay.pid, () => relay.open(CLIENTS));
    const toLast = async (load: Load<unknown>, change: () => Promise<number>) => {
      const received = load.nextEvent();
      const askedAt = await change();
      const last = (await received).at(-1) ?? 0;
      await delay(PAUSE_MILLISECONDS);
      return last - askedAt;
    };
    const on = { ours: false, theirs: false };
    const toggle = async () => {
      const askedAt = performance.now();
      await toggleFlag(cluster.flagsAdminUrl, fixture, 0, (on.ours = !on.ours));
      return askedAt;
    };
    const rounds = await takeTurns(
      WARM_UP_ROUNDS + ROUNDS,
      () => toLast(ours.load, toggle),
      () => toLast(theirs.load, () => relay.toggle((on.theirs = !on.theirs))),
    );
    ours.load.close();
    for (const socket of theirs.load.clients) socket.destroy();
    const clients = `${CLIENTS.toLocaleString('en')} clients`;
    return [
      compare(rounds.slice(WARM_UP_ROUNDS), {
        name: `a change to the last of ${clients}, beside GO Feature Flag`,
        unit: 'ms',
        target: { atMost: 1 },
      }),
      compare([{ ours: ours.kb, yardstick: 10 }], {
        name: `memory of one of ${clients}, beside 10 kB`,
        unit: 'kB',
        target: { atMost: 1 },
      }),
      compare([{ ours: ours.kb, yardstick: theirs.kb }], {
        name: `memory of one of ${clients}, beside GO Feature Flag`,
        unit: 'kB',
      }),
    ];
  } finally {
    await relay.stop();
  }
}
