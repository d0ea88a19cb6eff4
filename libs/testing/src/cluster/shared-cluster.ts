import { type Engines, migrate, type Secrets } from '@burgee/launcher';
import { type ClusterServices, startClusterServices } from './cluster-services.js';
import { edgeProfile } from '../http/edge-profile.js';
import { CLUSTER_DATABASE, TEMPLATE_DATABASE } from './postgres-template.js';
import { type PrivateEngines, startPrivateEngines } from './private-engines.js';

/** The cluster that all tests share. */
export interface SharedClusterAddresses {
  root: string;
  dataDir: string;
  /** The public address. */
  url: string;
  services: Record<string, { url: string; opsUrl: string; pid: number }>;
  postgresUrl: string;
  redisUrls: Record<string, string>;
  /** Redis, as a user that may do anything. */
  redisAdminUrl: string;
  natsUrls: Record<string, string>;
  secrets: Secrets;
}

export interface SharedCluster {
  addresses: SharedClusterAddresses;
  stop: () => Promise<void>;
}

/** The account that the shared cluster names in INSTANCE_OWNERS. */
export const INSTANCE_OWNER_ID = '01900000-0000-7000-8000-00000000000a';

const APPS = ['auth', 'flags-admin', 'sdk-gateway', 'audit', 'usage'];

function addressesOf(
  root: string,
  { engines, secrets, dataDir, redisAdminUrl }: PrivateEngines,
  { url, services }: ClusterServices,
): SharedClusterAddresses {
  const urls = (engine: keyof Engines) => Object.fromEntries(APPS.map((app) => [app, engines[engine].urlFor(app)]));
  const addresses = Object.values(services).map((one) => [
    one.name,
    { url: one.url, opsUrl: one.opsUrl, pid: one.process.pid },
  ]);
  return {
    root,
    dataDir,
    url,
    services: Object.fromEntries(addresses),
    postgresUrl: engines.postgres.url,
    redisUrls: urls('redis'),
    redisAdminUrl,
    natsUrls: urls('nats'),
    secrets,
  };
}

/** The engines, the template database and all services, two SDK gateways among them, for all tests of a run. */
export async function startSharedCluster(root: string): Promise<SharedCluster> {
  const own = await startPrivateEngines(root);
  try {
    if (!own.migrated) {
      const template = new URL(own.engines.postgres.url);
      template.pathname = `/${TEMPLATE_DATABASE}`;
      await migrate(root, template.href, own.secrets);
    }
    const settings = { INSTANCE_OWNERS: INSTANCE_OWNER_ID };
    const options = { root, ...own, database: CLUSTER_DATABASE, sdkGateways: 2, settings };
    const services = await startClusterServices(options);
    const stop = async () => {
      await services.stop();
      await own.stop();
    };
    return { addresses: addressesOf(root, own, services), stop };
  } catch (error) {
    await own.stop();
    throw error;
  }
}

/** The shared cluster of this run. In the lane `edge` what the gateways answer is asked of edges. */
export function sharedCluster(): SharedClusterAddresses {
  const text = process.env.BURGEE_TEST_CLUSTER;
  if (!text) throw new Error('There is no cluster to test. Run the tests with npm test.');
  const cluster = JSON.parse(text) as SharedClusterAddresses;
  const [first, second] = edgeProfile()?.edges ?? [];
  const as = (name: string, url: string | undefined) => {
    const service = cluster.services[name];
    return service && url !== undefined ? { [name]: { ...service, url } } : {};
  };
  const services = { ...cluster.services, ...as('sdk-gateway-1', first), ...as('sdk-gateway-2', second) };
  return { ...cluster, services };
}
