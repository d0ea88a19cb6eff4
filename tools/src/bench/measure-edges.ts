import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { besideReads } from './beside-reads.js';
import type { EdgesAtOnce, EdgesStarted } from './edges-at-once.js';
import { compare, type Measurement, type Round } from './measurement.js';
import type { ReadsAtRate } from './reads-at-rate.js';

const EDGES = 1_000;
const ROUNDS = 10;
const READS_PER_SECOND = 200;
const SETTLE_MILLISECONDS = 2_000;
const STARTED_WITHIN_MILLISECONDS = 3_000;

async function startEdges(edges: ChildProcess): Promise<EdgesStarted> {
  const ended = once(edges, 'exit').then(() => {
    throw new Error('An edge could not start: its reason is above.');
  });
  const answered = Promise.race([once(edges, 'message'), ended]);
  edges.send('start');
  const [started] = (await answered) as [EdgesStarted];
  return started;
}

/** A thousand edges that start at once, as after an outage of all they run on, and reads of the upstream beside them: none may fail. */
export async function measureEdges(
  cluster: BenchCluster,
  { sdkKey }: BenchFixture,
  count = EDGES,
  rounds = ROUNDS,
): Promise<Measurement[]> {
  const url = cluster.sdkGatewayUrl;
  const [edges, reads] = ['edges-at-once.js', 'reads-at-rate.js'].map((file) => fork(join(import.meta.dirname, file)));
  if (!edges || !reads) throw new Error('No process was started.');
  edges.send({ url, sdkKey, count } satisfies EdgesAtOnce);
  reads.send({ url: `${url}/api/v1/flags`, sdkKey, perSecond: READS_PER_SECOND } satisfies ReadsAtRate);
  const [starts, reading]: [number[], Round[]] = [[], []];
  try {
    for (let round = -1; round < rounds; round++) {
      const quiet = await besideReads(reads, () => delay(SETTLE_MILLISECONDS));
      const busy = await besideReads(reads, () => startEdges(edges));
      edges.send('stop');
      await delay(SETTLE_MILLISECONDS);
      if (round < 0) continue;
      const { took, refused } = busy.result;
      console.log(
        `  round ${round + 1}: ${took.toFixed(0)} ms, ${refused} told to come back; reads ${busy.p99.toFixed(1)} beside ${quiet.p99.toFixed(1)} ms`,
      );
      starts.push(took);
      reading.push({ ours: busy.p99, yardstick: quiet.p99 });
    }
  } finally {
    edges.disconnect();
    reads.disconnect();
  }
  const many = `${count.toLocaleString('en')} edges`;
  return [
    compare(reading, { name: `reads while ${many} start at once, p99`, unit: 'ms', target: { atMost: 2 } }),
    compare(
      starts.map((ours) => ({ ours, yardstick: STARTED_WITHIN_MILLISECONDS })),
      { name: `${many} started at once, until the last serves, beside 3 s`, unit: 'ms', target: { atMost: 1 } },
    ),
  ];
}
