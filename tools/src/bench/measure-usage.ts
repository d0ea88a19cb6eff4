import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readProcessMetrics } from '../soak/process-metrics.js';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { besideReads } from './beside-reads.js';
import { compare, median, type Measurement, takeTurns } from './measurement.js';
import { UsageLoad } from './usage-load.js';

export const REPORTERS = 1_000;
const READS_PER_SECOND = 200;
const PHASE_MILLISECONDS = 15_000;
const ROUNDS = 10;
/** Of a core. */
const AT_MOST_PERCENT = 1;

/** What reports cost a gateway and those who read there, in turns with as much time without any. */
export const measureUsage =
  (reporters = REPORTERS) =>
  async (cluster: BenchCluster, { sdkKey }: BenchFixture): Promise<Measurement[]> => {
    const [gateway] = cluster.gateways;
    if (!gateway) throw new Error('There is no gateway.');
    const reads = fork(join(import.meta.dirname, 'reads-at-rate.js'));
    reads.send({ url: `${gateway.url}/api/v1/flags`, sdkKey, perSecond: READS_PER_SECOND });
    const percents = { with: [] as number[], without: [] as number[] };
    /** @returns milliseconds that a read took, p50 */
    const phase = async (isReported: boolean): Promise<number> => {
      const load = isReported ? new UsageLoad(reporters, gateway.url, sdkKey) : undefined;
      const cpuBefore = readProcessMetrics(gateway.pid).cpu;
      const startedAt = performance.now();
      const { p50 } = await besideReads(reads, () => delay(PHASE_MILLISECONDS));
      const cpu = readProcessMetrics(gateway.pid).cpu - cpuBefore;
      percents[isReported ? 'with' : 'without'].push((100 * cpu) / (performance.now() - startedAt));
      load?.close();
      return p50;
    };
    try {
      // Not counted: Node compiles what runs often.
      await phase(true);
      percents.with.length = 0;
      const rounds = await takeTurns(
        ROUNDS,
        () => phase(true),
        () => phase(false),
      );
      const percent = Math.max(0, median(percents.with) - median(percents.without));
      const count = reporters.toLocaleString('en');
      return [
        {
          name: `CPU of a gateway for ${count} applications that report once a minute`,
          ours: percent,
          yardstick: AT_MOST_PERCENT,
          ratio: percent / AT_MOST_PERCENT,
          unit: '%',
          target: { atMost: 1 },
        },
        compare(rounds, { name: 'a read beside them, p50, and without', unit: 'ms', target: { atMost: 1.05 } }),
      ];
    } finally {
      reads.disconnect();
    }
  };
