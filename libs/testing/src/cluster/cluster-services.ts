import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Engines,
  freeServicePorts,
  type ManagedProcess,
  migrate,
  type Secrets,
  type ServiceSpec,
  serviceSpecs,
  startServices,
  stopServices,
} from '@burgee/launcher';

export interface ClusterServicesOptions {
  root: string;
  dataDir: string;
  engines: Engines;
  secrets: Secrets;
  database: string;
  /** The database needs no migration. */
  migrated?: boolean;
  sdkGateways?: number;
  flagsAdmins?: number;
  settings?: Record<string, string>;
  /** Changes how a service is reached from or reaches others, before it starts. */
  wire?: (spec: ServiceSpec) => Promise<ServiceSpec>;
}

export interface RunningService {
  name: string;
  url: string;
  opsUrl: string;
  process: ManagedProcess;
  spec: ServiceSpec;
}

/** All services of Burgee, running against given engines. */
export interface ClusterServices {
  url: string;
  services: Record<string, RunningService>;
  stop: () => Promise<void>;
}

/** Cheap enough for many sign-ins, gone at once, with webhooks to this machine and issuers on it; everything else as shipped. */
const TEST_SETTINGS = {
  BCRYPT_COST: '4',
  LOG_LEVEL: 'debug',
  STREAM_DRAIN_SECONDS: '0',
  WEBHOOKS_ALLOW_PRIVATE: 'on',
  ISSUERS_ALLOW_PRIVATE: 'on',
};

/** Starts every service as a process of its own, as `npm start` does. */
export async function startClusterServices(options: ClusterServicesOptions): Promise<ClusterServices> {
  const { root, dataDir, engines, secrets, database, sdkGateways = 1, flagsAdmins = 1, settings = {} } = options;
  const { wire = async (spec) => spec, migrated = false } = options;
  const logs = join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const databaseUrl = new URL(engines.postgres.url);
  databaseUrl.pathname = `/${database}`;
  if (!migrated) await migrate(root, databaseUrl.href, secrets);
  const ports = await freeServicePorts(sdkGateways, flagsAdmins);
  const shared = { ...TEST_SETTINGS, ...settings };
  const specs = await Promise.all(serviceSpecs({ engines, secrets, ports, database, dataDir, shared }).map(wire));
  const running = await startServices(root, logs, specs, false);
  const services = running.map(({ spec, process }): RunningService => ({
    name: spec.name,
    url: `http://127.0.0.1:${spec.port}`,
    opsUrl: `http://127.0.0.1:${spec.opsPort}`,
    process,
    spec,
  }));
  return {
    url: `http://localhost:${ports.gateway}`,
    services: Object.fromEntries(services.map((service) => [service.name, service])),
    stop: () => stopServices(running),
  };
}
