import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
import { choosePorts } from './ports.js';
import { handedOn, loadSettings, ROOT, type StartSettings } from './settings.js';
import { watchSources } from './watch.js';

interface House {
  engines: Engines;
  services: RunningService[];
}

/** The two that clients reach; all others stay on loopback. */
const PUBLIC_APPS = new Set(['api-gateway', 'sdk-gateway']);

function publicSettings(app: string, { BURGEE_HOST, TRUSTED_PROXIES }: StartSettings): Record<string, string> {
  if (!PUBLIC_APPS.has(app)) return {};
  return { HOST: BURGEE_HOST, ...(app === 'api-gateway' && { TRUSTED_PROXIES }) };
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1) || DATABASE;

/** Engines that outlived a killed launcher are stopped first: two on one folder would destroy it. */
async function stopOrphans(folder: DataFolder): Promise<void> {
  for (const pid of folder.orphans()) process.kill(pid, 'SIGTERM');
  while (folder.orphans().length > 0) await delay(50);
}

function openEngines(settings: StartSettings, folder: DataFolder, secrets: Secrets, report: Report): Promise<Engines> {
  return report('Starting the engines', () =>
    startEngines({
      dataDir: folder.path,
      programsDir: join(folder.path, 'engines'),
      secrets,
      restart: settings.BURGEE_RESTART === 'on',
      report,
      warn: (message) => console.warn(`\n${message}\n`),
      external: { postgres: settings.DATABASE_URL, redis: settings.REDIS_URL, nats: settings.NATS_URL },
    }),
  );
}

async function openServices(
  settings: StartSettings,
  folder: DataFolder,
  secrets: Secrets,
  engines: Engines,
): Promise<House['services']> {
  const specs = serviceSpecs({
    engines,
    secrets,
    ports: await choosePorts(settings),
    database: databaseOf(engines.postgres.url),
    dataDir: folder.path,
    shared: handedOn(),
  });
  const opened = specs.map((spec) => ({ ...spec, env: { ...spec.env, ...publicSettings(spec.app, settings) } }));
  return startServices(ROOT, join(folder.path, 'logs'), opened, settings.BURGEE_RESTART === 'on');
}

function describe({ engines, services }: House, url: string): RunFile {
  return {
    url,
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

function withoutPassword(text: string): string {
  const url = new URL(text);
  url.password = '';
  return url.href;
}

async function close({ engines, services }: House): Promise<void> {
  await stopServices(services);
  await stopEngines(engines);
}

function sayReady(url: string, folder: DataFolder): void {
  console.log(`
Burgee is ready:  ${url}

  Next    open ${url} in a browser, or paste the tour from README.md
  API     ${url}/docs
  Logs    ${join(folder.path, 'logs')}
  Stop    Ctrl-C
`);
}

/**
 * The first signal to stop. Later ones change nothing: Ctrl-C reaches this process from the terminal and again through
 * npm, and dying of the second would leave the engines behind.
 */
function onSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
}

/** `npm start`: engines, migrations, services; then waits for Ctrl-C and takes all of it down again. */
export async function start(report: Report, { watch = false } = {}): Promise<void> {
  const settings = loadSettings();
  const folder = new DataFolder(settings.BURGEE_DATA_DIR);
  const stopped = onSignal();
  folder.lock();
  let house: House | undefined;
  let engines: Engines | undefined;
  try {
    await choosePorts(settings);
    await stopOrphans(folder);
    const secrets = loadSecrets(join(folder.path, 'secrets.json'));
    const opened = (engines = await openEngines(settings, folder, secrets, report));
    // Known before all is ready, so that engines are found again if this process is killed.
    folder.writeRun(describe({ engines: opened, services: [] }, ''));
    const prepare = () => report('Preparing the database', () => migrate(ROOT, opened.postgres.url, secrets));
    await prepare();
    house = {
      engines: opened,
      services: await report('Starting the services', () => openServices(settings, folder, secrets, opened)),
    };
    const url = `http://localhost:${settings.PORT}`;
    keepRunFile(house, folder, url);
    sayReady(url, folder);
    if (watch) watchSources({ services: house.services, prepare });
    await stopped;
    console.log('\nStopping …');
  } finally {
    if (house) await close(house);
    else if (engines) await stopEngines(engines);
    folder.unlock();
  }
  console.log('Stopped. Your data is kept; npm start finds it again.');
  process.exit(0);
}

/** run.json follows what is restarted. */
function keepRunFile(house: House, folder: DataFolder, url: string): void {
  const write = () => folder.writeRun(describe(house, url));
  const processes = [
    ...Object.values(house.engines).flatMap((engine) => engine.process ?? []),
    ...house.services.map(({ process }) => process),
  ];
  for (const process of processes) process.onRestart = write;
  write();
}
