import { mkdtempSync, chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DATABASE,
  type Engines,
  freeServicePorts,
  makeSecrets,
  migrate,
  programsDir,
  redisAdministrator,
  type Report,
  type RunningService,
  type Secrets,
  type ServiceSpec,
  serviceSpecs,
  startEngines,
  startServices,
  stopEngines,
  stopServices,
} from '@burgee/launcher';
import { ROOT } from '../start/settings.js';

/** The NATS user of the yardsticks, on a subject of its own that no service receives. */
export const YARDSTICK = 'yardstick';
/** The Redis and NATS user of another build, which may name its keys and subjects otherwise. It may do anything. */
const OTHER_BUILD = 'other-build';

export interface BenchOptions {
  /** Settings of all services. */
  settings?: Record<string, string>;
  /** Replicas of the sdk-gateway. */
  sdkGateways?: number;
  /** Root of another, built checkout whose sdk-gateway runs in as many replicas, which come last. */
  against?: string | undefined;
}

export interface BenchCluster {
  gatewayUrl: string;
  flagsAdminUrl: string;
  sdkGatewayUrl: string;
  postgresUrl: string;
  natsUrlFor: (user: string) => string;
  /** Replicas of the sdk-gateway. */
  gateways: { url: string; pid: number }[];
  /** Of each service and engine. */
  processes: { name: string; pid: number }[];
  logsDir: string;
  stop: () => Promise<void>;
}

/** All services with their default settings on engines of its own that lose nothing (Postgres waits for the disk). */
export async function startBenchCluster(report: Report, options: BenchOptions = {}): Promise<BenchCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'burgee-bench-'));
  chmodSync(dataDir, 0o755);
  const secrets = makeSecrets();
  secrets.engines[`nats:${YARDSTICK}`] = YARDSTICK;
  secrets.engines[`nats:${OTHER_BUILD}`] = OTHER_BUILD;
  secrets.engines[`redis:${OTHER_BUILD}`] = OTHER_BUILD;
  const engines = await startEngines({
    dataDir,
    programsDir: programsDir(ROOT),
    secrets,
    restart: false,
    report,
    warn: (message) => console.warn(message),
    external: {},
    redisSettings: [redisAdministrator(OTHER_BUILD, OTHER_BUILD)],
    natsUsers: {
      [YARDSTICK]: { publish: [YARDSTICK], subscribe: [YARDSTICK], replies: false },
      [OTHER_BUILD]: { publish: ['>'], subscribe: ['>'], replies: true },
    },
  });
  const services: RunningService[] = [];
  const stop = async () => {
    await stopServices(services);
    await stopEngines(engines);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(ROOT, engines.postgres.url, secrets);
    const { specs, others } = await specsOf(engines, secrets, dataDir, options);
    services.push(...(await startServices(ROOT, join(dataDir, 'logs'), specs, false)));
    if (options.against) services.push(...(await startServices(options.against, join(dataDir, 'logs'), others, false)));
    const logsDir = join(dataDir, 'logs');
    return { ...describe(engines, services, stop), logsDir };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns the services of this build, and the replicas of the other one */
async function specsOf(
  engines: Engines,
  secrets: Secrets,
  dataDir: string,
  { sdkGateways = 1, against, settings = {} }: BenchOptions,
): Promise<{ specs: ServiceSpec[]; others: ServiceSpec[] }> {
  const all = serviceSpecs({
    engines,
    secrets,
    ports: await freeServicePorts(against ? 2 * sdkGateways : sdkGateways),
    database: DATABASE,
    dataDir,
    shared: { LOG_LEVEL: 'info', ...settings },
  });
  if (!against) return { specs: all, others: [] };
  const names = all.filter(({ app }) => app === 'sdk-gateway').map(({ name }) => name);
  const isOther = ({ name }: ServiceSpec) => names.indexOf(name) >= sdkGateways;
  const env = { REDIS_URL: engines.redis.urlFor(OTHER_BUILD), NATS_URL: engines.nats.urlFor(OTHER_BUILD) };
  return {
    specs: all.filter((spec) => !isOther(spec)),
    others: all.filter(isOther).map((spec) => ({ ...spec, env: { ...spec.env, ...env } })),
  };
}

function describe(
  engines: Engines,
  services: RunningService[],
  stop: () => Promise<void>,
): Omit<BenchCluster, 'logsDir'> {
  const urlOf = (name: string) => `http://127.0.0.1:${services.find(({ spec }) => spec.name === name)?.spec.port}`;
  return {
    gatewayUrl: urlOf('api-gateway'),
    flagsAdminUrl: urlOf('flags-admin'),
    sdkGatewayUrl: urlOf('sdk-gateway-1'),
    postgresUrl: engines.postgres.url,
    natsUrlFor: engines.nats.urlFor,
    gateways: services
      .filter(({ spec }) => spec.app === 'sdk-gateway')
      .map(({ spec, process }) => ({ url: `http://127.0.0.1:${spec.port}`, pid: process.pid })),
    processes: [
      ...services.map(({ spec, process }) => ({ name: spec.name, pid: process.pid })),
      ...Object.values(engines).map(({ name, process }) => ({ name, pid: process?.pid ?? 0 })),
    ],
    stop,
  };
}
