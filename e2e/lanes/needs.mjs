import { randomBytes } from 'node:crypto';
import 'reflect-metadata';
import { createPostgresTemplate, serveChromium, sharedCluster, startEdge, startSharedCluster } from '@burgee/testing';

/** How each need starts: what it adds to the environment of tests, and what ends it. */
const STARTS = {
  async template() {
    const { template, remove } = await createPostgresTemplate(process.cwd());
    return { env: { BURGEE_POSTGRES_TEMPLATE: JSON.stringify(template) }, stop: remove };
  },
  async cluster() {
    const { addresses, stop } = await startSharedCluster(process.cwd());
    return { env: { BURGEE_TEST_CLUSTER: JSON.stringify(addresses) }, stop };
  },
  // Two edges, the second behind the first: what holds over one hop has to hold over two.
  async edges() {
    const { url, services } = sharedCluster();
    const gateway = services['sdk-gateway-1'].url;
    const settings = { ACCEPT_KEYS: 'on', EDGE_TICKET_SECRET: randomBytes(32).toString('base64url') };
    const first = await startEdge({ ...settings, UPSTREAM_URLS: gateway });
    const second = await startEdge({ ...settings, UPSTREAM_URLS: first.url });
    const stop = async () => {
      await second.stop();
      await first.stop();
    };
    return { env: { BURGEE_TEST_EDGES: JSON.stringify({ edges: [first.url, second.url], gateway, url }) }, stop };
  },
  async chromium() {
    const server = await serveChromium();
    return { env: { BURGEE_TEST_CHROMIUM: server.wsEndpoint() }, stop: () => server.close() };
  },
};

/** In the order in which they started. One set for all lanes of a run. */
const running = new Map();

/** Starts what does not run yet, in this order. Tests find it by their environment. */
export async function startNeeds(...names) {
  for (const name of names.filter((one) => !running.has(one))) {
    const { env, stop } = await STARTS[name]();
    running.set(name, stop);
    Object.assign(process.env, env);
  }
}

/** Ends everything that runs, the newest first. */
export async function stopNeeds() {
  for (const [name, stop] of [...running].toReversed()) {
    running.delete(name);
    await stop();
  }
}
