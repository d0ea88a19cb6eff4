import { metrics, type StatusPage } from '@burgee/process-kit';
import { Gauge } from 'prom-client';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import type { ServingProcess } from './serving-process.js';

interface DescribedEdge {
  chain: { id: string };
  cached: CachedEnvironments;
  upstream: { url: string };
  server: { processes: () => Promise<ServingProcess[]> };
}

/** What an operator sees of an edge on /metrics and /status. */
export function describeEdge(statusPage: StatusPage, { chain, cached, upstream, server }: DescribedEdge): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(read());
      },
    });
  const all = () => [...cached.ids()].flatMap((id) => cached.get(id) ?? []);
  const silent = () => all().filter(({ isCurrent }) => !isCurrent);
  const age = () => Math.max(0, ...silent().map(({ heardAt }) => (Date.now() - heardAt) / 1_000));
  gauge('burgee_edge_environments', 'Environments that are served.', () => cached.size);
  gauge(
    'burgee_edge_environments_stale',
    'Environments without a current connection to the upstream.',
    () => silent().length,
  );
  gauge(
    'burgee_edge_staleness_seconds',
    'Time since the upstream confirmed the oldest environment; 0 while all are current.',
    age,
  );
  gauge(
    'burgee_edge_flag_set_bytes',
    'What flag sets take in memory, without their compressed forms.',
    () => cached.bytes,
  );
  statusPage.add('edge', async () => ({
    id: chain.id,
    upstream: upstream.url,
    processes: await server.processes(),
    environments: all().map(({ access, set, heardAt, isCurrent }) => ({
      environment_id: access.environment_id,
      epoch: set?.epoch ?? null,
      revision: set?.revision ?? null,
      keys: access.keys.length,
      origins: access.origins,
      current: isCurrent,
      as_of: new Date(heardAt).toISOString(),
    })),
  }));
}
