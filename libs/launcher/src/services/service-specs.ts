import { type DatabaseApp, databaseRole, formatEngineUrl, parseEngineUrl } from '@burgee/contracts/wire';
import type { Engines } from '../engines/start-engines.js';
import { freePorts } from '../processes/ports.js';
import type { Secrets } from '../secrets/secrets.js';

/** The port of each service. */
export interface Ports {
  gateway: number;
  sdkGateways: number[];
  auth: number;
  flagsAdmins: number[];
  audit: number;
  usage: number;
  /** Internal ports, one per process, in the order of the services. */
  ops: number[];
}

/** Free ports, for a cluster that only its starter has to find. */
export async function freeServicePorts(sdkGateways: number, flagsAdmins = 1): Promise<Ports> {
  const [gateway = 0, auth = 0, audit = 0, usage = 0, ...rest] = await freePorts(8 + 2 * (sdkGateways + flagsAdmins));
  return {
    gateway,
    auth,
    audit,
    usage,
    sdkGateways: rest.splice(0, sdkGateways),
    flagsAdmins: rest.splice(0, flagsAdmins),
    ops: rest,
  };
}

export interface ServiceSpec {
  /** The app's name; replicas are numbered. */
  name: string;
  app: string;
  port: number;
  opsPort: number;
  env: Record<string, string>;
}

export interface SpecOptions {
  engines: Engines;
  secrets: Secrets;
  ports: Ports;
  database: string;
  dataDir: string;
  /** Postgres without a pooler, if the engine's address leads through one. */
  directUrl?: string | undefined;
  /**
   * Settings for every service, such as LOG_LEVEL; settings of an engine, such as REDIS_CA, go only to services that
   * use it.
   */
  shared: Record<string, string>;
}

const local = (port: number) => `http://127.0.0.1:${port}`;

/** The database URL of a service, with its role and password. @param postgresUrl Postgres, as any user */
export function databaseUrlFor(postgresUrl: string, secrets: Secrets, database: string, app: DatabaseApp): string {
  return formatEngineUrl({
    ...parseEngineUrl(postgresUrl),
    username: databaseRole(database, app),
    password: secrets.engines[`postgres:${app}`] ?? '',
    path: `/${database}`,
  });
}

function concerns(setting: string, env: Record<string, string>): boolean {
  const [engine] = /^(DATABASE|REDIS|NATS)(?=_)/.exec(setting) ?? [];
  return engine === undefined || env[`${engine}_URL`] !== undefined;
}

/** The environment variables of each service: only what it needs. */
export function serviceSpecs(options: SpecOptions): ServiceSpec[] {
  const { engines, secrets, ports, database, dataDir, shared, directUrl } = options;
  const { postgres, redis, nats } = engines;
  const { SESSION_PUBLIC_KEY, FORWARDING_SECRET } = secrets;
  const databaseUrl = (app: DatabaseApp) => databaseUrlFor(postgres.url, secrets, database, app);
  // Without reports, the usage service is not needed.
  const hasUsage = shared.USAGE !== 'off';
  const specs: Omit<ServiceSpec, 'opsPort'>[] = [
    {
      name: 'auth',
      app: 'auth',
      port: ports.auth,
      env: {
        DATABASE_URL: databaseUrl('auth'),
        ...(directUrl && { DATABASE_URL_DIRECT: databaseUrlFor(directUrl, secrets, database, 'auth') }),
        REDIS_URL: redis.urlFor('auth'),
        NATS_URL: nats.urlFor('auth'),
        SESSION_PRIVATE_KEY: secrets.SESSION_PRIVATE_KEY,
        SESSION_PUBLIC_KEY,
        PASSWORD_PEPPER: secrets.PASSWORD_PEPPER,
      },
    },
    ...ports.flagsAdmins.map((port, index) => ({
      name: ports.flagsAdmins.length === 1 ? 'flags-admin' : `flags-admin-${index + 1}`,
      app: 'flags-admin',
      port,
      env: {
        DATABASE_URL: databaseUrl('flags-admin'),
        ...(directUrl && { DATABASE_URL_DIRECT: databaseUrlFor(directUrl, secrets, database, 'flags-admin') }),
        REDIS_URL: redis.urlFor('flags-admin'),
        NATS_URL: nats.urlFor('flags-admin'),
        SESSION_PUBLIC_KEY,
        SDK_KEY_SECRET: secrets.SDK_KEY_SECRET,
      },
    })),
    {
      name: 'audit',
      app: 'audit',
      port: ports.audit,
      env: {
        DATABASE_URL: databaseUrl('audit'),
        DATABASE_URL_MAINTENANCE: databaseUrl('audit-maintenance'),
        NATS_URL: nats.urlFor('audit'),
        SESSION_PUBLIC_KEY,
        AUDIT_CHECKPOINT_KEY: secrets.AUDIT_CHECKPOINT_KEY,
      },
    },
    ...(hasUsage
      ? [
          {
            name: 'usage',
            app: 'usage',
            port: ports.usage,
            env: { DATABASE_URL: databaseUrl('usage'), NATS_URL: nats.urlFor('usage'), SESSION_PUBLIC_KEY },
          },
        ]
      : []),
    ...ports.sdkGateways.map((port, index) => ({
      name: `sdk-gateway-${index + 1}`,
      app: 'sdk-gateway',
      port,
      env: {
        DATABASE_URL: databaseUrl('sdk-gateway'),
        REDIS_URL: redis.urlFor('sdk-gateway'),
        NATS_URL: nats.urlFor('sdk-gateway'),
        STREAM_TICKET_SECRET: secrets.STREAM_TICKET_SECRET,
        FORWARDING_SECRET,
        LAST_KNOWN_GOOD_DIR: `${dataDir}/last-known-good/${index + 1}`,
      },
    })),
    {
      name: 'api-gateway',
      app: 'api-gateway',
      port: ports.gateway,
      env: {
        TRUSTED_PROXIES: 'none',
        AUTH_URL: local(ports.auth),
        FLAGS_ADMIN_URL: local(ports.flagsAdmins[0] ?? 0),
        AUDIT_URL: local(ports.audit),
        ...(hasUsage && { USAGE_URL: local(ports.usage) }),
        SESSION_PUBLIC_KEY,
        FORWARDING_SECRET,
        SDK_GATEWAY_URLS: ports.sdkGateways.map(local).join(','),
      },
    },
  ];
  return specs.map((spec, index) => {
    const opsPort = ports.ops[index] ?? 0;
    const handedOn = Object.fromEntries(Object.entries(shared).filter(([name]) => concerns(name, spec.env)));
    const own = { PORT: String(spec.port), OPS_PORT: String(opsPort), NODE_ENV: 'production', ...handedOn };
    return { ...spec, opsPort, env: { ...own, ...spec.env } };
  });
}
