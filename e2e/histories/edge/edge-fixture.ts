import { FaultProxy, type RunningEdge, startEdge, TestClient, type TestCluster } from '@burgee/testing';
import { createHistoryFixture, type HistoryFixture } from '../../faults/history/history-fixture.js';

/** What each edge follows: replicas of the gateway, or edges, in the order in which it tries them. */
const FOLLOWED = {
  'edge-1': ['sdk-gateway-1', 'sdk-gateway-2'],
  'edge-2': ['sdk-gateway-2'],
  'edge-3': ['edge-1', 'edge-2'],
} as const;

/** A cluster under load, and edges. The wire between each edge and its upstream can fail. */
export interface EdgeFixture extends HistoryFixture {
  /** By name. */
  edges: Map<string, RunningEdge>;
  /** By name, `edge-1→sdk-gateway-1`. */
  links: Map<string, FaultProxy>;
  /** Callers of the edges. */
  clients: TestClient[];
  stopEdges: () => Promise<void>;
}

export async function createEdgeFixture(cluster: TestCluster, environments: number): Promise<EdgeFixture> {
  const fixture = await createHistoryFixture(cluster, environments);
  const SDK_KEYS = fixture.loaded.map(({ environment }) => environment.sdk_key).join();
  const [edges, links] = [new Map<string, RunningEdge>(), new Map<string, FaultProxy>()];
  const urlOf = (name: string) => edges.get(name)?.url ?? cluster.services[name]?.url ?? '';
  for (const [name, followed] of Object.entries(FOLLOWED)) {
    const proxies = await Promise.all(followed.map((one) => FaultProxy.to(Number(new URL(urlOf(one)).port))));
    for (const [index, proxy] of proxies.entries()) links.set(`${name}→${followed[index]}`, proxy);
    const UPSTREAM_URLS = proxies.map(({ port }) => `http://127.0.0.1:${port}`).join();
    edges.set(name, await startEdge({ UPSTREAM_URLS, SDK_KEYS }));
  }
  const clients = [...edges.values()].map(({ url }) => new TestClient(url));
  const stopEdges = async () => {
    for (const { process } of edges.values()) process.resume();
    await Promise.all([...edges.values()].map((edge) => edge.stop()));
    await Promise.all([...links.values()].map((link) => link.close()));
  };
  return { ...fixture, edges, links, clients, stopEdges };
}
