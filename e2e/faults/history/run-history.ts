import { setMaxListeners } from 'node:events';
import { checkEnough, eventually, startTestCluster } from '@burgee/testing';
import { closeConnections } from '../call.js';
import { type Workload, createWorkload, record } from './workload.js';
import { clusterFaults } from './cluster-faults.js';
import { awaitEvidence, RECOVERY_MILLISECONDS } from './evidence.js';
import { keepHistory } from './keep-history.js';
import { count, checkPromises, summarize } from './check-promises.js';
import { Nemesis } from './nemesis.js';
import { Random } from './random.js';
import { createHistoryFixture, parsePosition, readFlags, type HistoryFixture } from './history-fixture.js';

export interface HistoryOptions {
  seed: number;
  seconds: number;
  sdkGateways: number;
  flagsAdmins: number;
  environments: number;
}

export interface HistoryReport {
  violations: string[];
  /** One line that says how much was seen, and how slow the slowest was. */
  summary: string;
}

/** Every replica gives the same fresh answer, and every stream has reached its environment's revision. */
async function settle({ cluster }: HistoryFixture, workloads: readonly Workload[]): Promise<void> {
  await eventually(
    async () => {
      for (const { load, subscribers } of workloads) {
        const answers = await Promise.all(cluster.gateways.map(({ base }) => readFlags(base, load.environment)));
        const tags = answers.map((answer) => (answer?.headers['burgee-freshness'] ? 'stale' : answer?.headers.etag));
        if (new Set(tags).size !== 1 || tags[0] === undefined || tags[0] === 'stale')
          throw new Error(`${load.environment.name} is not settled: ${tags.join(', ')}`);
        for (const subscriber of subscribers)
          if (subscriber.events().at(-1)?.revision !== parsePosition(tags[0]).revision)
            throw new Error(`${subscriber.name} is at ${subscriber.events().at(-1)?.revision} of ${tags[0]}`);
      }
    },
    RECOVERY_MILLISECONDS,
    100,
  );
}

/** Lets writers, readers and stream clients loose on a cluster that a nemesis breaks, and holds what they saw against the promises. */
export async function runHistory(options: HistoryOptions): Promise<HistoryReport> {
  const { seed, seconds, environments, ...replicas } = options;
  const random = new Random(seed);
  const cluster = await startTestCluster(replicas);
  const followed = new AbortController();
  try {
    const fixture = await createHistoryFixture(cluster, environments);
    const workloads = fixture.loaded.map((load) => createWorkload(fixture, load, random.fork()));
    const nemesis = new Nemesis(clusterFaults(cluster, random.fork()), random.fork());
    const following = workloads.flatMap(({ subscribers }) => subscribers.map((one) => one.run(followed.signal)));
    const time = AbortSignal.timeout(seconds * 1_000);
    setMaxListeners(0, time, followed.signal);
    nemesis.start();
    await Promise.all(
      workloads.flatMap(({ writer, readers }) => [writer.run(time), ...readers.map((one) => one.run(time))]),
    );
    await nemesis.stop();
    const healedAt = performance.now();
    const [unsettled, evidence] = await Promise.all([
      settle(fixture, workloads).then(
        () => [],
        (error: Error) => [error.message],
      ),
      awaitEvidence(fixture),
    ]);
    const recovery = performance.now() - healedAt;
    const seen = count(workloads, nemesis.faults);
    const violations = [
      ...checkEnough(seen, seconds),
      ...unsettled,
      ...checkPromises(workloads, evidence, nemesis.faults),
    ];
    if (violations.length > 0)
      keepHistory(seed, cluster, {
        options,
        faults: nemesis.faults,
        violations,
        workloads: record(workloads),
        evidence,
      });
    followed.abort();
    for (const { subscribers } of workloads) for (const one of subscribers) one.close();
    await Promise.all(following);
    return {
      violations,
      summary: `seed ${seed}: ${summarize(workloads, nemesis.faults, seen)}; recovered in ${recovery.toFixed(0)} ms`,
    };
  } finally {
    followed.abort();
    await cluster.stop();
    closeConnections();
  }
}
