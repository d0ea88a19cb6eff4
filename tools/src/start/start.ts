import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { formatEngineUrl, parseEngineUrl } from '@burgee/contracts/wire';
import {
  DATABASE,
  type Engines,
  loadSecrets,
  migrate,
  type Report,
  type Secrets,
  type RunningService,
  serviceSpecs,
  startEngines,
  startServices,
  stopEngines,
  stopServices,
} from '@burgee/launcher';
import { DataFolder, type RunFile } from './data-folder.js';
import { commitOf } from './commit-of.js';
import { choosePorts } from './ports.js';
import { passedOn, loadSettings, ROOT, type StartSettings } from './settings.js';
import { untilReady } from './until-ready.js';
import { watchSources } from './watch.js';
import { describeNats } from './describe-nats.js';
import { describeOtherSilentEngines } from './describe-other-silent-engines.js';
import { dependenciesOf, describeSilentEngines } from './describe-silent-engines.js';

interface Cluster {
  engines: Engines;
  services: RunningService[];
}

/** The two apps that clients reach; all others listen on loopback only. */
const PUBLIC_APPS = new Set(['api-gateway', 'sdk-gateway']);

/**
 * auth makes the first account administrator where only this machine reaches Burgee: not on the network, and not behind a
 * proxy or another address that is said to lead here.
 */
function settingsOfAuth({ PORT, BURGEE_HOST, TRUSTED_PROXIES }: StartSettings): Record<string, string> {
  const { PUBLIC_URL } = process.env;
  const isAlone = /^(127\.|localhost$|::1$)/.test(BURGEE_HOST) && TRUSTED_PROXIES === 'none' && !PUBLIC_URL;
  return isAlone ? { PUBLIC_URL: `http://localhost:${PORT}`, FIRST_ACCOUNT_ADMINISTERS: 'on' } : {};
}

function publicSettings(app: string, settings: StartSettings): Record<string, string> {
  const { BURGEE_HOST, TRUSTED_PROXIES } = settings;
  if (app === 'auth') return settingsOfAuth(settings);
  if (!PUBLIC_APPS.has(app)) return {};
  return { HOST: BURGEE_HOST, ...(app === 'api-gateway' && { TRUSTED_PROXIES }) };
}

const databaseOf = (url: string) => decodeURIComponent(parseEngineUrl(url).path.slice(1)) || DATABASE;

/** The settings with which Postgres is reached. */
function ofPostgres(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('DATABASE_')));
}

/** Stops engines that a killed launcher left running: two on one folder would destroy its data. */
async function stopOrphans(folder: DataFolder): Promise<void> {
  for (const pid of folder.orphans()) process.kill(pid, 'SIGTERM');
  while (folder.orphans().length > 0) await delay(50);
}

function startOwnEngines(
  settings: StartSettings,
  folder: DataFolder,
  secrets: Secrets,
  report: Report,
): Promise<Engines> {
  return report('Starting the engines', () =>
    startEngines({
      dataDir: folder.path,
      programsDir: join(folder.path, 'engines'),
      secrets,
      restart: settings.BURGEE_RESTART === 'on',
      report,
      buildNats: true,
      warn: (message) => console.warn(`\n${message}\n`),
      external: { postgres: settings.DATABASE_URL, redis: settings.REDIS_URL, nats: settings.NATS_URL },
    }),
  );
}

async function startOwnServices(
  settings: StartSettings,
  folder: DataFolder,
  secrets: Secrets,
  engines: Engines,
  isContainer: boolean,
): Promise<RunningService[]> {
  const commit = commitOf(ROOT) ?? process.env.BURGEE_COMMIT;
  const specs = serviceSpecs({
    engines,
    secrets,
    ports: await choosePorts(settings),
    database: databaseOf(engines.postgres.url),
    dataDir: folder.path,
    shared: { ...(commit && { BURGEE_COMMIT: commit }), ...passedOn() },
    directUrl: settings.DATABASE_URL_DIRECT,
  });
  const opened = specs.map((spec) => ({ ...spec, env: { ...spec.env, ...publicSettings(spec.app, settings) } }));
  const logsDir = isContainer ? undefined : join(folder.path, 'logs');
  return startServices(ROOT, logsDir, opened, settings.BURGEE_RESTART === 'on');
}

function describe({ engines, services }: Cluster, url: string): RunFile {
  return {
    url,
    ...(process.env.PUBLIC_URL && { publicUrl: process.env.PUBLIC_URL }),
    services: services.map(({ spec, process }) => ({
      name: spec.name,
      pid: process.pid,
      url: `http://127.0.0.1:${spec.port}`,
    })),
    engines: Object.values(engines).map((engine) => ({
      name: engine.name,
      pid: engine.process?.pid ?? 0,
      url: withoutPassword(engine.url),
    })),
  };
}

/** A token, which is a user without a password, is as secret as one. */
function withoutPassword(text: string): string {
  const url = parseEngineUrl(text);
  const username = url.password === undefined ? undefined : url.username;
  return formatEngineUrl({ ...url, username, password: undefined });
}

async function close({ engines, services }: Cluster): Promise<void> {
  await stopServices(services);
  await stopEngines(engines);
}

async function printReady(url: string, folder: DataFolder, { engines, services }: Cluster): Promise<void> {
  console.log(`
Burgee is ready:  ${url}

  Next    open ${url} in a browser, or paste docs/guides/first-steps.md
  API     ${url}/docs
  Logs    ${join(folder.path, 'logs')}
  NATS    ${describeNats(engines.nats.version)}
  Stop    Ctrl-C
`);
  const lines = describeSilentEngines(await dependenciesOf(services));
  if (lines.length > 0) console.log(lines.map((line) => `  ${line}\n`).join(''));
}

/**
 * The first signal to stop. Later ones are ignored: Ctrl-C reaches this process from the terminal and again through npm, and
 * exiting at the second would leave the engines running.
 */
function onSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
}

/**
 * `npm start`: starts engines, migrates, starts services, waits for Ctrl-C and stops all of it.
 * @param isContainer whether this is the image of everything: services log to its output
 */
export async function start(report: Report, { watch = false, isContainer = false } = {}): Promise<void> {
  const settings = loadSettings();
  const folder = new DataFolder(settings.BURGEE_DATA_DIR);
  const stopped = onSignal();
  folder.lock();
  let cluster: Cluster | undefined;
  let engines: Engines | undefined;
  try {
    await choosePorts(settings);
    await stopOrphans(folder);
    const secrets = loadSecrets(join(folder.path, 'secrets.json'));
    const opened = (engines = await startOwnEngines(settings, folder, secrets, report));
    // Written before the services start, so that the next start finds the engines if this process is killed.
    folder.writeRun(describe({ engines: opened, services: [] }, ''));
    const directUrl = settings.DATABASE_URL_DIRECT ?? opened.postgres.url;
    const prepare = () =>
      report('Preparing the database', () => migrate(ROOT, directUrl, secrets, ofPostgres(passedOn())));
    await prepare().catch(async ({ message }: Error) => {
      throw new Error([message, ...(await describeOtherSilentEngines(settings))].join('\n'));
    });
    cluster = {
      engines: opened,
      services: await report('Starting the services', () =>
        startOwnServices(settings, folder, secrets, opened, isContainer),
      ),
    };
    const url = `http://localhost:${settings.PORT}`;
    keepRunFile(cluster, folder, url);
    await untilReady(cluster.services);
    if (isContainer) console.log(`Burgee is ready, on port ${settings.PORT} of this container.`);
    else await printReady(url, folder, cluster);
    if (watch) watchSources({ services: cluster.services, prepare });
    await stopped;
    console.log('\nStopping …');
  } finally {
    if (cluster) await close(cluster);
    else if (engines) await stopEngines(engines);
    folder.unlock();
  }
  console.log(`Stopped. Your data stays${isContainer ? ` in ${folder.path}` : '; npm start finds it again'}.`);
  process.exit(0);
}

/** Rewrites run.json when a process restarts. */
function keepRunFile(cluster: Cluster, folder: DataFolder, url: string): void {
  const write = () => folder.writeRun(describe(cluster, url));
  const processes = [
    ...Object.values(cluster.engines).flatMap((engine) => engine.process ?? []),
    ...cluster.services.map(({ process }) => process),
  ];
  for (const process of processes) process.onRestart = write;
  write();
}
