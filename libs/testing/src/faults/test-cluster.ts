import { rm } from 'node:fs/promises';
import type { EngineName, ServiceSpec } from '@burgee/launcher';
import { TestClient } from '../http/test-client.js';
import { type ClusterServices, startClusterServices } from '../cluster/cluster-services.js';
import { CLUSTER_DATABASE } from '../cluster/postgres-template.js';
import { type PrivateEngines, startPrivateEngines } from '../cluster/private-engines.js';
import { FaultProxy } from './fault-proxy.js';
import { TestEngine, TestService } from './parts.js';

const ADDRESS_SETTINGS: Record<string, EngineName> = { DATABASE_URL: 'postgres', REDIS_URL: 'redis', NATS_URL: 'nats' };

export interface TestClusterOptions {
  /** Replicas: `sdk-gateway-1`, `sdk-gateway-2`, … Default 1. */
  sdkGateways?: number;
  /** Replicas: `flags-admin`, or `flags-admin-1`, … when several. The api-gateway knows the first. Default 1. */
  flagsAdmins?: number;
  /** Settings of every service that has them, such as FLAG_MEMORY_MB. */
  settings?: Record<string, string>;
  /** Server settings of Postgres, `name=value`. */
  postgresSettings?: string[];
  /** Lines of Redis' configuration. */
  redisSettings?: string[];
  /** False: services reach the engines directly, and `link` has nothing to give. Default true. */
  links?: boolean;
}

/** Burgee with its own engines. Tests can make every part fail. Stopping it leaves nothing behind. */
export interface TestCluster {
  /** The public address. */
  url: string;
  postgres: TestEngine;
  redis: TestEngine;
  nats: TestEngine;
  /** By name: `auth`, `audit`, `api-gateway`, `flags-admin` (or `flags-admin-1`, …), `sdk-gateway-1`, … */
  services: Record<string, TestService>;
  /** One caller for each replica of the sdk-gateway, past the api-gateway. */
  gateways: TestClient[];
  /** Burgee's database, as the superuser. */
  databaseUrl: string;
  /** Redis, as a user that may do anything. */
  redisAdminUrl: string;
  /** The wire from a service to an engine, `link('sdk-gateway-1', 'nats')`. @throws when there is none */
  link: (service: string, engine: EngineName) => FaultProxy;
  /** Heals all faults: nothing is paused, everything runs, and all links pass. */
  heal: () => Promise<void>;
  /** @throws when a service has crashed: a failure around it must never end it */
  stop: () => Promise<void>;
}

/** Puts a proxy between each service and each engine in its settings. */
async function throughProxies(spec: ServiceSpec, links: Map<string, FaultProxy>): Promise<ServiceSpec> {
  const env = { ...spec.env };
  for (const [setting, engine] of Object.entries(ADDRESS_SETTINGS)) {
    if (env[setting] === undefined) continue;
    const address = new URL(env[setting]);
    const proxy = await FaultProxy.to(Number(address.port));
    links.set(`${spec.name}→${engine}`, proxy);
    address.port = String(proxy.port);
    env[setting] = address.href;
  }
  return { ...spec, env };
}

function describe(
  own: PrivateEngines,
  cluster: ClusterServices,
  links: Map<string, FaultProxy>,
): Omit<TestCluster, 'heal' | 'stop'> {
  const { engines } = own;
  const services = Object.values(cluster.services).map((service): [string, TestService] => [
    service.name,
    new TestService(service),
  ]);
  const databaseUrl = new URL(engines.postgres.url);
  databaseUrl.pathname = `/${CLUSTER_DATABASE}`;
  const gateways = services.filter(([name]) => name.startsWith('sdk-gateway'));
  return {
    url: cluster.url,
    postgres: new TestEngine(engines.postgres),
    redis: new TestEngine(engines.redis),
    nats: new TestEngine(engines.nats),
    services: Object.fromEntries(services),
    gateways: gateways.map(([, { url }]) => new TestClient(url)),
    databaseUrl: databaseUrl.href,
    redisAdminUrl: own.redisAdminUrl,
    link: (service, engine) => {
      const link = links.get(`${service}→${engine}`);
      if (!link) throw new Error(`There is no link ${service}→${engine}, only ${[...links.keys()].join(', ')}.`);
      return link;
    },
  };
}

/**
 * Starts a cluster for fault tests: `sdkGateways` × `flagsAdmins`, auth, audit and api-gateway as processes of their own on
 * real private engines, each reached through a fault proxy. Services run with NODE_ENV=test, so that failpoints can be armed:
 * `services['flags-admin'].start({ BURGEE_FAILPOINT: 'kill:after-commit' })`.
 */
export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  const root = process.cwd();
  const { links: linked = true, settings, postgresSettings, redisSettings, ...replicas } = options;
  const own = await startPrivateEngines(root, { postgresSettings, redisSettings });
  const links = new Map<string, FaultProxy>();
  const closeLinks = () => Promise.all([...links.values()].map((link) => link.close()));
  try {
    const cluster = await startClusterServices({
      root,
      ...own,
      ...replicas,
      database: CLUSTER_DATABASE,
      settings: { NODE_ENV: 'test', ...settings },
      wire: linked ? (spec) => throughProxies(spec, links) : undefined,
    });
    const parts = describe(own, cluster, links);
    const engines = [parts.postgres, parts.redis, parts.nats];
    const resume = () => [...engines, ...Object.values(parts.services)].forEach((part) => part.resume());
    const start = (some: (TestEngine | TestService)[]) =>
      Promise.all(some.map((part) => (part.running ? undefined : part.start())));
    const heal = async () => {
      resume();
      await Promise.all([...links.values()].map((link) => link.pass()));
      await start(engines);
      await start(Object.values(parts.services));
    };
    const stop = async () => {
      resume();
      await Promise.all(Object.values(parts.services).map((service) => service.stop()));
      const crashes = Object.values(parts.services).flatMap(({ name, crash }) => (crash ? [`${name}: ${crash}`] : []));
      await closeLinks();
      await own.stop();
      if (crashes.length > 0) throw new Error(`Services gave themselves up.\n${crashes.join('\n')}`);
    };
    return { ...parts, heal, stop };
  } catch (error) {
    await closeLinks();
    await own.stop();
    throw error;
  }
}

/** Removes what a replica of the sdk-gateway keeps on disk. Call it while the replica is down. */
export async function removeFallbackFiles(gateway: TestService): Promise<void> {
  await rm(gateway.setting('LAST_KNOWN_GOOD_DIR'), { recursive: true, force: true });
}
