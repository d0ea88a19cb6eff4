import { setMaxListeners } from 'node:events';
import {
  checkBoundedReads,
  checkEnough,
  checkStream,
  checkWrites,
  eventually,
  type Seen,
  startTestCluster,
} from '@burgee/testing';
import { closeConnections } from '../../faults/call.js';
import { checkCopies } from '../../faults/history/check-copies.js';
import {
  awaitEvidence,
  contentsOf,
  type Evidence,
  historyOf,
  RECOVERY_MILLISECONDS,
} from '../../faults/history/evidence.js';
import { type LoadedEnvironment, parsePosition, readFlags } from '../../faults/history/history-fixture.js';
import { keepHistory } from '../../faults/history/keep-history.js';
import { type FaultRecord, Nemesis } from '../../faults/history/nemesis.js';
import { Random } from '../../faults/history/random.js';
import type { HistoryReport } from '../../faults/history/run-history.js';
import type { StreamSubscriber } from '../../faults/history/stream-subscriber.js';
import { createSubscribers } from '../../faults/history/workload.js';
import { Writer } from '../../faults/history/writer.js';
import { createEdgeFixture, type EdgeFixture } from './edge-fixture.js';
import { edgeFaults } from './edge-faults.js';
import { EdgeReader, type RefusedRead } from './edge-reader.js';

/** Longer than the heartbeats of a stream are apart, so that what is confirmed too early shows. */
const FAULTS_LAST: [number, number] = [2_000, 10_000];
/** Faults last three times as long as in other histories, and a process may have to start afterwards. */
const FAULTS_IN_A_MINUTE = 4;
/** An edge that failed, or what it follows, has caught up by then. */
const CATCHES_UP_WITHIN_MILLISECONDS = 15_000;

interface Workload {
  load: LoadedEnvironment;
  writer: Writer;
  readers: EdgeReader[];
  subscribers: StreamSubscriber[];
}

/** One writer at Burgee, a reader at each edge, and stream clients, who move from edge to edge. */
function createWorkload(fixture: EdgeFixture, load: LoadedEnvironment, random: Random): Workload {
  const { edges, clients } = fixture;
  const writer = new Writer(fixture, load, random.fork());
  return {
    load,
    writer,
    readers: [...edges].map(([name, { url }]) => new EdgeReader(name, url, load, writer, random.fork())),
    subscribers: createSubscribers(clients, load, random),
  };
}

/** Every edge answers what the gateway does, unmarked, and every stream is there. */
function settle({ cluster, edges }: EdgeFixture, workloads: readonly Workload[]): Promise<void> {
  return eventually(
    async () => {
      for (const { load, subscribers } of workloads) {
        const urls = [cluster.gateways[0]!.base, ...[...edges.values()].map(({ url }) => url)];
        const answers = await Promise.all(urls.map((url) => readFlags(url, load.environment)));
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

/** A read is refused where the edge itself failed, or where it named a write that something kept from coming. */
function checkRefused(refused: readonly RefusedRead[], faults: readonly FaultRecord[]): string[] {
  const isExcused = ({ replica, begin, end, status, isBound }: RefusedRead) =>
    faults.some((fault) => {
      const isVictim = status === undefined && fault.victims.includes(replica);
      const isLate = status === 503 && isBound;
      const until = fault.end + (isLate ? CATCHES_UP_WITHIN_MILLISECONDS : 1_000);
      return (isVictim || isLate) && fault.begin < end && begin < until;
    });
  return refused
    .filter((read) => !isExcused(read))
    .map(
      ({ replica, status, begin, end, isBound }) =>
        `${replica} answered ${status ?? 'nothing'} at ${begin.toFixed(0)}…${end.toFixed(0)}${isBound ? ', of a position' : ''}`,
    );
}

function checkAll(workloads: readonly Workload[], evidence: Evidence, faults: readonly FaultRecord[]): string[] {
  return workloads.flatMap(({ load, writer, readers, subscribers }) => {
    const reads = readers.flatMap((reader) => reader.reads);
    const history = historyOf(load, writer.written, reads, evidence);
    const final = Math.max(...history.contents.keys());
    return [
      ...checkWrites(history),
      ...checkBoundedReads(history, faults),
      ...checkRefused(
        readers.flatMap(({ refused }) => refused),
        faults,
      ),
      ...subscribers.flatMap((one) => checkStream({ client: one.name, events: one.events() }, final)),
      ...checkCopies(load, subscribers, contentsOf(load, evidence)),
    ];
  });
}

function count(workloads: readonly Workload[], faults: readonly FaultRecord[]): Omit<Seen, 'readsFreshByDuty'> {
  const reads = workloads.flatMap(({ readers }) => readers.flatMap((reader) => reader.reads));
  return {
    acknowledgedWrites: workloads.flatMap(({ writer }) => writer.written.filter(({ end }) => end !== Infinity)).length,
    reads: reads.length,
    freshReads: reads.filter(({ stale }) => !stale).length,
    faults: faults.length,
    streamEvents: workloads.flatMap(({ subscribers }) => subscribers.flatMap((one) => one.events())).length,
  };
}

/** Lets writers loose on Burgee, readers and stream clients on edges, and a nemesis on what is between them. */
export async function runEdgeHistory(seed: number, seconds: number, environments: number): Promise<HistoryReport> {
  const random = new Random(seed);
  const cluster = await startTestCluster({ sdkGateways: 2 });
  const followed = new AbortController();
  let fixture: EdgeFixture | undefined;
  try {
    fixture = await createEdgeFixture(cluster, environments);
    const made = fixture;
    const workloads = fixture.loaded.map((load) => createWorkload(made, load, random.fork()));
    const nemesis = new Nemesis(edgeFaults(fixture, random.fork()), random.fork(), FAULTS_LAST);
    const following = workloads.flatMap(({ subscribers }) => subscribers.map((one) => one.run(followed.signal)));
    const time = AbortSignal.timeout(seconds * 1_000);
    setMaxListeners(0, time, followed.signal);
    nemesis.start();
    await Promise.all(
      workloads.flatMap(({ writer, readers }) => [writer.run(time), ...readers.map((one) => one.run(time))]),
    );
    await nemesis.stop();
    const [unsettled, evidence] = await Promise.all([
      settle(fixture, workloads).then(
        () => [],
        (error: Error) => [error.message],
      ),
      awaitEvidence(fixture),
    ]);
    const { faults } = nemesis;
    const seen = count(workloads, faults);
    const violations = [
      ...checkEnough(seen, seconds, { faults: FAULTS_IN_A_MINUTE }),
      ...unsettled,
      ...checkAll(workloads, evidence, faults),
    ];
    if (violations.length > 0)
      keepHistory(
        seed,
        cluster,
        { faults, violations, evidence, workloads: workloads.map(record) },
        [...fixture.edges.values()].map(({ process }) => process),
      );
    followed.abort();
    for (const { subscribers } of workloads) for (const one of subscribers) one.close();
    await Promise.all(following);
    const names = faults.map(({ name }) => name).join(', ');
    return { violations, summary: `seed ${seed}: ${JSON.stringify(seen)}; faults: ${names}` };
  } finally {
    followed.abort();
    await fixture?.stopEdges();
    await cluster.stop();
    closeConnections();
  }
}

const record = ({ load, writer, readers, subscribers }: Workload) => ({
  environment: load.environment.name,
  writes: writer.written,
  reads: readers.flatMap(({ reads }) => reads),
  refused: readers.flatMap(({ refused }) => refused),
  streams: subscribers.map((one) => ({ client: one.name, events: one.events() })),
});
