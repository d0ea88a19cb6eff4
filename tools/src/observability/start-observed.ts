import { aFlag, aProject, type Flag, type Project, startEdge, startTestCluster, TestClient } from '@burgee/testing';

/** Low enough that traffic meets them. */
const SETTINGS = {
  STREAMS_PER_KEY_AT_MOST: '20',
  FLAGS_PER_PROJECT_AT_MOST: '8',
};

/** A Burgee with two gateways, an edge and a project, and where its processes say their metrics. */
export interface Observed {
  cluster: Awaited<ReturnType<typeof startTestCluster>>;
  edge: Awaited<ReturnType<typeof startEdge>>;
  project: Project;
  flags: Flag[];
  targets: { job: string; opsUrl: string }[];
  stop: () => Promise<void>;
}

export async function startObserved(): Promise<Observed> {
  const cluster = await startTestCluster({ sdkGateways: 2, settings: SETTINGS, links: false });
  const project = await aProject(cluster.url);
  const flags = [await aFlag(project), await aFlag(project)];
  const edge = await startEdge({
    UPSTREAM_URLS: new TestClient(cluster.url).base,
    SDK_KEYS: project.development.sdk_key,
    LOG_LEVEL: 'warn',
  });
  // A replica that an engine refuses.
  const refused = await cluster.services['sdk-gateway-1']?.replica(refusedBy(cluster));
  const services = Object.values(cluster.services).map(({ name, opsUrl }) => ({
    job: name.replace(/-\d+$/, ''),
    opsUrl,
  }));
  const targets = [
    ...services,
    { job: 'edge', opsUrl: edge.opsUrl },
    ...(refused ? [{ job: 'sdk-gateway', opsUrl: refused.opsUrl }] : []),
  ];
  const stop = async () => {
    await Promise.all([edge.stop(), refused?.stop()]);
    await cluster.stop();
  };
  return { cluster, edge, project, flags, targets, stop };
}

/** Settings of a gateway that Redis refuses. */
function refusedBy({ services }: Observed['cluster']): Record<string, string> {
  const setting = (name: string) => services['sdk-gateway-1']?.setting(name) ?? '';
  const url = new URL(setting('REDIS_URL'));
  url.password = 'wrong';
  return { REDIS_URL: url.href, LAST_KNOWN_GOOD_DIR: `${setting('LAST_KNOWN_GOOD_DIR')}-refused` };
}
