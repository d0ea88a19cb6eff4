import { mkdtempSync, chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DATABASE,
  type Engines,
  freeServicePorts,
  type ManagedProcess,
  makeSecrets,
  migrate,
  programsDir,
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

/** The user of NATS whom the yardsticks are: what they say, nobody else hears. */
export const YARDSTICK = 'yardstick';
const YARDSTICK_RIGHTS = { publish: [YARDSTICK], subscribe: [YARDSTICK], replies: false };

export interface BenchOptions {
  /** Settings of all services. */
  settings?: Record<string, string>;
  sdkGateways?: number;
  /** Changes what a service is told before it starts. */
  adjust?: (spec: ServiceSpec) => ServiceSpec;
  /** Server settings of Postgres, `name=value`. */
  postgresSettings?: string[];
}

export interface BenchHouse {
  gatewayUrl: string;
  flagsAdminUrl: string;
  sdkGatewayUrl: string;
  postgresUrl: string;
  urlOf: (service: string) => string;
  redis: ManagedProcess;
  natsUrlFor: (app: string) => string;
  /** Replicas of the sdk-gateway. */
  gateways: { name: string; url: string; opsUrl: string; pid: number }[];
  stop: () => Promise<void>;
}

/** The house as shipped, on engines of its own that keep every promise (Postgres waits for the disk). */
export async function openBenchHouse(report: Report, options: BenchOptions = {}): Promise<BenchHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'burgee-bench-'));
  chmodSync(dataDir, 0o755);
  const secrets = makeSecrets();
  secrets.engines[`nats:${YARDSTICK}`] = YARDSTICK;
  const engines = await startEngines({
    dataDir,
    programsDir: programsDir(ROOT),
    secrets,
    restart: false,
    report,
    warn: (message) => console.warn(message),
    external: {},
    postgresSettings: options.postgresSettings,
    natsUsers: { [YARDSTICK]: YARDSTICK_RIGHTS },
  });
  const stopAll = async (services: readonly RunningService[]) => {
    await stopServices(services);
    await stopEngines(engines);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const services = await startAll(engines, secrets, dataDir, options);
    return describe(engines, services, () => stopAll(services));
  } catch (error) {
    await stopAll([]);
    throw error;
  }
}

async function startAll(
  engines: Engines,
  secrets: Secrets,
  dataDir: string,
  { sdkGateways = 1, adjust = (spec) => spec, settings = {} }: BenchOptions,
): Promise<RunningService[]> {
  await migrate(ROOT, engines.postgres.url, secrets);
  const ports = await freeServicePorts(sdkGateways);
  const specs = serviceSpecs({
    engines,
    secrets,
    ports,
    database: DATABASE,
    dataDir,
    shared: { RATE_LIMIT_PER_SECOND: '1000000', LOG_LEVEL: 'info', ...settings },
  });
  return startServices(ROOT, join(dataDir, 'logs'), specs.map(adjust), false);
}

function describe(engines: Engines, services: RunningService[], stop: () => Promise<void>): BenchHouse {
  const urlOf = (name: string) => `http://127.0.0.1:${services.find(({ spec }) => spec.name === name)?.spec.port}`;
  return {
    gatewayUrl: urlOf('api-gateway'),
    flagsAdminUrl: urlOf('flags-admin'),
    sdkGatewayUrl: urlOf('sdk-gateway-1'),
    postgresUrl: engines.postgres.url,
    urlOf,
    redis: engines.redis.process as ManagedProcess,
    natsUrlFor: engines.nats.urlFor,
    gateways: services
      .filter(({ spec }) => spec.app === 'sdk-gateway')
      .map(({ spec, process }) => ({
        name: spec.name,
        url: `http://127.0.0.1:${spec.port}`,
        opsUrl: `http://127.0.0.1:${spec.opsPort}`,
        pid: process.pid,
      })),
    stop,
  };
}
