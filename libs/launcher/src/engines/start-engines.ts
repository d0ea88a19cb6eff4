import { env as ownEnv, getgid, getuid } from 'node:process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NATS_PERMISSIONS, type NatsPermissions } from '@burgee/contracts/wire';
import { ManagedProcess } from '../processes/managed-process.js';
import { freePort, portOpens } from '../processes/ports.js';
import type { Report } from '../report.js';
import { POSTGRES_SUPERUSER, type Secrets } from '../secrets/secrets.js';
import { containerCommand } from './container.js';
import type { EngineName } from './engine-sources.js';
import { EngineMissing, reportedFailure } from './find-engine.js';
import { versionOfNats } from './find-nats.js';
import { findServer } from './find-server.js';
import { natsConfiguration } from './nats.js';
import { createPostgres, DATABASE } from './postgres.js';
import { redisConfiguration, redisPasswordHash } from './redis.js';

/** The addresses of an engine: one for its owner, one for each service. */
export interface Engine {
  name: EngineName;
  url: string;
  /** Set for a private engine. */
  process?: ManagedProcess;
  /** Set for a private NATS. */
  version?: string;
  urlFor: (app: string) => string;
}

export type Engines = Record<EngineName, Engine>;

export interface EngineOptions {
  dataDir: string;
  /** The folder for unpacked programs. */
  programsDir: string;
  secrets: Secrets;
  restart: boolean;
  report: Report;
  /** Whether to build a NATS with every security fix if none is installed. Tests use the installed one. */
  buildNats?: boolean;
  warn: (message: string) => void;
  external: Partial<Record<EngineName, string>>;
  postgresSettings?: string[];
  /** The data folder that a new Postgres starts with. */
  postgresTemplate?: string;
  /** More lines of Redis' configuration. */
  redisSettings?: string[];
  /** NATS users in addition to the services. Their passwords are among the secrets. */
  natsUsers?: Record<string, NatsPermissions>;
}

function passwordsOf(secrets: Secrets, engine: EngineName): Record<string, string> {
  const own = Object.entries(secrets.engines).filter(([user]) => user.startsWith(`${engine}:`));
  return Object.fromEntries(own.map(([user, password]) => [user.slice(engine.length + 1), password]));
}

async function startPostgres(options: EngineOptions): Promise<Engine> {
  const passwords = passwordsOf(options.secrets, 'postgres');
  const { process, port } = await createPostgres({
    dataDir: join(options.dataDir, 'postgres'),
    logFile: join(options.dataDir, 'logs', 'postgres.log'),
    password: passwords[POSTGRES_SUPERUSER] ?? '',
    restart: options.restart,
    settings: options.postgresSettings,
    template: options.postgresTemplate,
  });
  await process.start();
  const url = `postgres://${POSTGRES_SUPERUSER}:${passwords[POSTGRES_SUPERUSER]}@127.0.0.1:${port}/${DATABASE}`;
  return { name: 'postgres', url, process, urlFor: () => url };
}

/** Starts a private Redis or NATS on loopback with a user for each service. */
async function startServer(name: 'redis' | 'nats', options: EngineOptions): Promise<Engine> {
  const { programsDir, report, buildNats: fixed } = options;
  const server = await findServer(name, programsDir, { report, fixed });
  const passwords = passwordsOf(options.secrets, name);
  const port = await freePort();
  const dataDir = join(options.dataDir, name);
  const configFile = join(dataDir, `${name}.conf`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // In a container, the published port is limited to loopback instead.
  const address = server.container ? '0.0.0.0' : '127.0.0.1';
  const listen = [`port ${port}`, `bind ${address}`, `dir ${dataDir}`, ...(options.redisSettings ?? [])];
  const configuration =
    name === 'redis'
      ? redisConfiguration(listen, (user) => redisPasswordHash(passwords[user] ?? ''))
      : natsConfiguration(`${address}:${port}`, (user) => JSON.stringify(passwords[user] ?? ''), {
          ...NATS_PERMISSIONS,
          ...options.natsUsers,
        });
  writeFileSync(configFile, configuration, { mode: 0o600 });
  const args = name === 'redis' ? [configFile] : ['-c', configFile];
  const user = getuid && getgid ? { uid: getuid(), gid: getgid() } : undefined;
  const program = server.container
    ? { ...containerCommand(server.container, { dataDir, port, args, user }), env: ownEnv }
    : { ...server, args };
  const process = new ManagedProcess(
    {
      name,
      ...program,
      cwd: dataDir,
      logFile: join(options.dataDir, 'logs', `${name}.log`),
      stopSignal: 'SIGTERM',
      ready: () => portOpens(port),
    },
    { restart: options.restart },
  );
  await process.start();
  const url = `${name}://127.0.0.1:${port}`;
  const version = name === 'nats' ? await versionOfNats(server) : undefined;
  return { name, url, process, version, urlFor: (app) => `${name}://${app}:${passwords[app] ?? ''}@127.0.0.1:${port}` };
}

/** Burgee works without Redis, so a missing Redis is a warning, and its address leads nowhere. */
async function startRedis(options: EngineOptions): Promise<Engine> {
  try {
    return await startServer('redis', options);
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    options.warn(`${error.message}\nGoing on without Redis: everything works, reads are a little slower.`);
    const url = `redis://127.0.0.1:${await freePort()}`;
    return { name: 'redis', url, urlFor: () => url };
  }
}

const external = (name: EngineName, url: string): Engine => ({ name, url, urlFor: () => url });

/** The engines: existing ones by URL, private ones for the rest. */
export async function startEngines(options: EngineOptions): Promise<Engines> {
  mkdirSync(join(options.dataDir, 'logs'), { recursive: true, mode: 0o700 });
  const { postgres, redis, nats } = options.external;
  const starting = [
    postgres ? external('postgres', postgres) : startPostgres(options),
    redis ? external('redis', redis) : startRedis(options),
    nats ? external('nats', nats) : startServer('nats', options),
  ] as const;
  const outcomes = await Promise.allSettled(starting);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (failures.length > 0) {
    await Promise.all(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.process?.stop()));
    throw reportedFailure(failures);
  }
  const [forPostgres, forRedis, forNats] = await Promise.all(starting);
  return { postgres: forPostgres, redis: forRedis, nats: forNats };
}

export async function stopEngines(engines: Engines): Promise<void> {
  await Promise.all([engines.nats.process?.stop(), engines.redis.process?.stop()]);
  await engines.postgres.process?.stop();
}
