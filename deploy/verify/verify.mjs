// Runs inside the namespaces that deploy/verify-image.sh opens; its children end with them.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createPostgres, portOpens } from '@burgee/launcher';
import { composeServices, environmentOf } from './compose.mjs';
import { edgeFollows } from './edge.mjs';
import { pages } from './pages.mjs';
import { roundTrip } from './round-trip.mjs';

const run = promisify(execFile);
const say = (line) => console.log(`  ${line}`);
const [container, work, edgeContainer] = process.argv.slice(2);
const ROOT = join(import.meta.dirname, '..', '..');
const APPS = ['auth', 'flags-admin', 'audit', 'usage', 'sdk-gateway', 'api-gateway'];
/** One private address stands for compose's network, so that callers look as foreign to each other as there. */
const INSIDE = '172.31.0.1';

const services = composeServices(join(ROOT, 'docker-compose.yml'), join(work, '.env'));
const enginesEnv = JSON.parse(readFileSync(join(work, 'engines.json'), 'utf8'));
const logFile = (name) => join(work, `${name}.log`);

async function openNetwork() {
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('ip', ['address', 'add', `${INSIDE}/32`, 'dev', 'lo']);
  const names = ['redis', 'nats', ...APPS].map((name) => `${INSIDE} ${name}`);
  writeFileSync(join(work, 'hosts'), ['127.0.0.1 localhost postgres', ...names, ''].join('\n'), { mode: 0o644 });
}

function start(name, command, args, env) {
  const log = openSync(logFile(name), 'a');
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...env },
    cwd: ROOT,
    stdio: ['ignore', log, log],
  });
  child.on('exit', (code, signal) => {
    if (code !== 0) say(`${name} ended (${signal ?? code}):\n${readFileSync(logFile(name), 'utf8').slice(-2_000)}`);
  });
}

async function startEngines() {
  const postgres = environmentOf(services.postgres);
  assert.equal(postgres.POSTGRES_USER, 'burgee');
  const dataDir = join(work, 'data', 'postgres');
  mkdirSync(dataDir, { recursive: true });
  const password = postgres.POSTGRES_PASSWORD;
  const { process: server } = await createPostgres({
    dataDir,
    logFile: logFile('postgres'),
    port: 5432,
    password,
    restart: false,
  });
  await server.start();
  start('redis', 'sh', ['deploy/redis.sh'], { ...enginesEnv, ...environmentOf(services.redis) });
  start('nats', 'nats-server', ['-c', 'deploy/nats.conf'], { ...enginesEnv, ...environmentOf(services.nats) });
  await Promise.all([portOpens(6379), portOpens(4222)]);
}

/** Runs an engine's health check, if its program is also on this machine. */
async function checkEngine(name) {
  const [kind, ...test] = services[name].healthcheck.test;
  const command = kind === 'CMD-SHELL' ? ['sh', '-c', ...test] : test;
  const program = { postgres: 'pg_isready', redis: 'redis-cli', nats: 'nc' }[name];
  const env = { ...enginesEnv, ...environmentOf(services[name]) };
  const isHere = await run('which', [program], { env }).catch(() => undefined);
  if (!isHere) return say(`not checked: the health check of ${name}, as ${program} is not on this machine`);
  await run(command[0], command.slice(1), { env, timeout: 5_000 });
  say(`the health check of ${name} passes`);
}

/** A command inside the image, as the image's user, with only the given environment. */
function inImage(env, command, options = [], from = container) {
  const told = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const hosts = `${join(work, 'hosts')}:/etc/hosts:ro`;
  return [
    'run',
    '--isolation=chroot',
    '--network=host',
    '--no-hosts',
    '--volume',
    hosts,
    ...options,
    ...told,
    from,
    '--',
    ...command,
  ];
}

async function isHealthy(app) {
  const { healthcheck, environment } = services[app];
  const [kind, ...command] = healthcheck.test;
  assert.equal(kind, 'CMD');
  return run('buildah', inImage({ PORT: environment.PORT }, command)).then(
    () => true,
    () => false,
  );
}

async function becomesHealthy(app) {
  for (const until = Date.now() + 60_000; !(await isHealthy(app)); await delay(250))
    assert.ok(
      Date.now() < until,
      `${app} did not become healthy:\n${readFileSync(logFile(app), 'utf8').slice(-2_000)}`,
    );
}

async function refusesWithoutSecrets(app) {
  const { PORT, OPS_PORT } = services[app].environment;
  const started = run('buildah', inImage({ PORT, OPS_PORT }, services[app].command), { timeout: 30_000 });
  await assert.rejects(started, ({ code, stdout, stderr }) => code > 0 && /DATABASE_URL/.test(stdout + stderr));
}

async function startApps() {
  for (const app of APPS) start(app, 'buildah', inImage(environmentOf(services[app]), services[app].command));
  for (const app of APPS) await becomesHealthy(app);
  say(`healthy: ${APPS.join(', ')}`);
}

/** As compose's profile `edge` starts one, or as the image of the target `edge` starts by itself. */
async function startEdge({ sdkKey, turn }) {
  const env = { ...environmentOf(services.edge), SDK_KEYS: sdkKey };
  if (edgeContainer) {
    const { stdout } = await run('buildah', ['inspect', edgeContainer]);
    start('edge', 'buildah', inImage(env, JSON.parse(stdout).OCIv1.config.Entrypoint, [], edgeContainer));
  } else start('edge', 'buildah', inImage(env, services.edge.command));
  await edgeFollows({ sdkKey, turn });
  await stop(['edge']);
  say(`an edge${edgeContainer ? ' of its own image' : ''} followed a change`);
}

/** As `docker compose stop` does: a signal to the process in the container, and the end of it. */
async function stop(apps) {
  const pids = () =>
    readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        const [program, file] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return /\bnode$/.test(program ?? '') && apps.some((app) => file === `apps/${app}/dist/main.js`);
      } catch {
        return false;
      }
    });
  for (const pid of pids()) process.kill(Number(pid), 'SIGTERM');
  while (pids().length > 0) await delay(100);
}

/** As `burgee` of docs/operate/backup.md. */
function burgee(...args) {
  const options = ['--volume', `${join(work, 'backups')}:/backups`, '--workingdir', '/backups'];
  const command = ['burgee-operator', '--output', 'text', ...args];
  return run('buildah', inImage(environmentOf(services.migrate), command, options), { timeout: 60_000 });
}

/** What docs/operate/backup.md says, in its order. */
async function backUpAndRestore({ seen, turn }) {
  mkdirSync(join(work, 'backups'));
  chownSync(join(work, 'backups'), 1000, 1000);
  await burgee('backup');
  const [file] = readdirSync(join(work, 'backups'));
  await turn(false);
  await assert.rejects(burgee('restore', file, '--replace'), ({ code }) => code > 0);
  say('made a backup; a restore is refused while services are connected');
  const stopped = APPS.filter((app) => app !== 'api-gateway');
  await stop(stopped);
  await assert.rejects(burgee('restore', file), ({ code }) => code > 0);
  const { stdout } = await burgee('restore', file, '--replace');
  assert.match(stdout, /\b1 flags?\b/);
  await stop(['api-gateway']);
  await startApps();
  assert.equal(await seen(), true);
  say('restored it: the flag is as it was');
}

setTimeout(() => {
  console.error('Not done after five minutes.');
  process.exit(1);
}, 300_000).unref();

await openNetwork();
const { stdout: uid } = await run('buildah', inImage({}, ['id', '-u']));
assert.notEqual(uid.trim(), '0');
say(`the image runs as user ${uid.trim()}`);
await refusesWithoutSecrets('auth');
say('auth refuses to start without its settings');
await startEngines();
say('Postgres, Redis and NATS run, with the users of docker-compose.yml');
for (const name of ['postgres', 'redis', 'nats']) await checkEngine(name);
await run('buildah', inImage(environmentOf(services.migrate), services.migrate.command));
say('migrated');
await startApps();
const flag = await roundTrip(say);
await pages(say);
await startEdge(flag);
await backUpAndRestore(flag);
console.log('The image works.');
process.exit(0);
