import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Report } from '@burgee/launcher';
import { apply } from '../mutants/apply.js';
import { type Edit, rewrite } from '../mutants/mutant.js';
import { build } from '../mutants/run-suite.js';
import { makeScratch } from '../mutants/scratch.js';
import { ROOT } from '../start/settings.js';
import type { BenchCluster, BenchOptions } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { measureReadsOfBuilds, PAIRS_OF_BUILDS } from './measure-reads.js';
import type { Measurement } from './measurement.js';

/** A build that counts nothing of a read. */
export const UNCOUNTED: Edit[] = [
  rewrite('libs/flag-serving/src/flags/flags-handler.ts', 'FlagsHandler.answerOne.count', 'void (result ?? arrivedAt)'),
  rewrite('apps/sdk-gateway/src/metrics.ts', 'SERVING_METRICS.cacheHit', 'undefined'),
];
/** Of so many reads one has a span. */
const READS_OF_A_SPAN = [1_000, 100];

const sampled = (reads: number) => ({
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: String(1 / reads),
});

type OnCluster = (
  measure: (cluster: BenchCluster, fixture: BenchFixture) => Promise<Measurement[]>,
  options: BenchOptions,
) => Promise<Measurement[]>;

/** Takes what is sent to it, and looks at nothing. */
async function startReceiver(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Reads with metrics and traces, beside a copy of this build that counts nothing and traces nothing. */
export async function measureObserved(report: Report, onCluster: OnCluster): Promise<Measurement[]> {
  const { root: against, remove } = makeScratch(ROOT);
  const { server, url } = await startReceiver();
  try {
    apply(against, UNCOUNTED);
    await report('Building a copy that counts nothing', () => build(against));
    const measured: Measurement[] = [];
    for (const reads of READS_OF_A_SPAN) {
      const name = `one that counts and traces nothing; 1 span in ${reads.toLocaleString('en')}`;
      const other = { name, atLeast: 0.98 };
      const ours = { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...sampled(reads) };
      const options = { against, sdkGateways: PAIRS_OF_BUILDS, ours };
      measured.push(...(await onCluster((cluster, fixture) => measureReadsOfBuilds(cluster, fixture, other), options)));
    }
    return measured;
  } finally {
    server.close();
    remove();
  }
}
