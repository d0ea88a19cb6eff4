// Starts, stops, breaks and moves what the image all-in-one runs, in a network namespace of its own. As in Docker, each start has
// its own processes, the first of which is that of the image.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pages } from './pages.mjs';
import { roundTrip } from './round-trip.mjs';

const run = promisify(execFile);
const say = (line) => console.log(`  ${line}`);
const [container, root, work] = process.argv.slice(2);
const REPOSITORY = join(import.meta.dirname, '..', '..');
const [DATA, LOG] = ['data', 'log'].map((name) => join(work, name));
const USER = 1000;
/** In the order in which they end. */
const PARTS = [
  ['api-gateway'],
  ['auth', 'flags-admin', 'audit', 'usage', 'sdk-gateway'],
  ['nats', 'redis'],
  ['postgres'],
];

const AS_USER = [`--setgid=${USER}`, `--setuid=${USER}`];

const { stdout: inspected } = await run('buildah', ['inspect', container]);
const { User, Volumes, Cmd, Env, WorkingDir } = JSON.parse(inspected).OCIv1.config;

/** As `docker run`: a command of the image, as its user and first process. */
function inImage(command) {
  const apart = ['--pid', '--fork', '--kill-child', '--mount', `--root=${root}`, `--wd=${WorkingDir}`, '--mount-proc'];
  return ['unshare', [...apart, ...AS_USER, '--', 'env', '--ignore-environment', ...Env, ...command]];
}

/** As `docker exec`, in what runs. */
function inRunning(command) {
  const place = [`--target=${launcher()}`, '--pid', '--mount', '--root', `--wdns=${WorkingDir}`];
  return ['nsenter', [...place, ...AS_USER, '--', 'env', '--ignore-environment', ...Env, ...command]];
}

const printed = () => readFileSync(LOG, 'utf8');

function commandLines() {
  const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid));
  return pids.flatMap((pid) => {
    try {
      return [[Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')]];
    } catch {
      return [];
    }
  });
}

/** The process of each part, by its name. */
function parts() {
  const nameOf = ([program = '', file = '']) => {
    if (program.endsWith('/postgres')) return 'postgres';
    if (/(^|\/)(redis|nats)-server/.test(program)) return /redis|nats/.exec(program.split('/').at(-1))[0];
    return /\bnode$/.test(program) ? /apps\/([\w-]+)\/dist\/main\.js$/.exec(file)?.[1] : undefined;
  };
  return new Map(commandLines().flatMap(([pid, line]) => (nameOf(line) ? [[nameOf(line), pid]] : [])));
}

const launcher = () =>
  commandLines().find(
    ([, [program, file]]) => /\bnode$/.test(program) && file === 'tools/dist/start/all-in-one.js',
  )?.[0];

async function answers() {
  const response = await fetch('http://localhost:8080/readyz').catch(() => undefined);
  return response?.ok === true;
}

/** Starts it and waits for its first answer. @returns the process that unshare is */
async function start(command, from) {
  const log = openSync(LOG, 'w');
  const startedAt = Date.now();
  const child = spawn(...inImage(command), { stdio: ['ignore', log, log] });
  while (!(await answers())) {
    assert.equal(child.exitCode, null, `it has ended:\n${printed()}`);
    await delay(50);
  }
  say(`first answer from ${from} after ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
  return child;
}

/** As `docker stop`. Notes which part is there no longer, and when. */
async function stop(child) {
  const gone = once(child, 'exit');
  const all = [...parts().keys()];
  assert.deepEqual(all.toSorted(), PARTS.flat().toSorted());
  const rank = (name) => PARTS.findIndex((names) => names.includes(name));
  const ended = [];
  const startedAt = Date.now();
  process.kill(launcher(), 'SIGTERM');
  while (ended.length < all.length) {
    const left = parts();
    // Of what ended since the last look, the order is unknown.
    const gone = all.filter((name) => !left.has(name) && !ended.includes(name));
    ended.push(...gone.toSorted((one, other) => rank(one) - rank(other)));
    await delay(5);
  }
  const [code] = await gone;
  assert.equal(code, 0, printed());
  assert.deepEqual(ended.map(rank), ended.map(rank).toSorted(), `they ended as ${ended.join(', ')}`);
  say(`SIGTERM ended all in order, in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
}

async function isRefused(command, words) {
  await assert.rejects(run(...inImage(command), { timeout: 60_000 }), ({ code, stderr }) => {
    assert.match(stderr, words);
    return code > 0;
  });
}

const operator = (...args) => ['burgee-operator', '--output', 'text', ...args];

/** Every file of the database, with its size and time. */
const filesOf = async (folder) => (await run('find', [folder, '-printf', '%p %s %T@\n'])).stdout;

setTimeout(() => {
  console.error(`Not done after five minutes.\n${printed()}`);
  process.exit(1);
}, 300_000).unref();

await run('ip', ['link', 'set', 'lo', 'up']);
mkdirSync(DATA, { mode: 0o700 });
chownSync(DATA, USER, USER);
assert.deepEqual([User, Object.keys(Volumes)], [`${USER}:${USER}`, ['/data']]);
await run('mount', ['--bind', DATA, join(root, 'data')]);
await run('mount', ['--rbind', '/dev', join(root, 'dev')]);
await run('mount', ['--bind', '/etc/hosts', join(root, 'etc', 'hosts')]);

let child = await start(Cmd, 'an empty volume');
const { mode, uid } = statSync(join(DATA, 'secrets.json'));
assert.deepEqual([mode & 0o777, uid], [0o600, USER]);
const [, setup] = /"link":"\/link\/setup#([^"]+)"/.exec(printed()) ?? [];
assert.ok(setup, `no setup link:\n${printed()}`);
const { seen, turn } = await roundTrip(say, setup);
await pages(say);
const [, check] = /^HEALTHCHECK [^]*?CMD (\[.*\])$/m.exec(
  readFileSync(join(REPOSITORY, 'deploy', 'Dockerfile'), 'utf8'),
);
await run(...inRunning(JSON.parse(check)));
say('its health check passes');
await isRefused(Cmd, /already runs from \/data in another container/);
await run(...inRunning(operator('backup', '/data/now.backup')));
await turn(false);
say('made a backup while it runs; a second one on the volume is refused');
await stop(child);
await assert.rejects(run(...inImage(JSON.parse(check))));

child = await start(Cmd, 'a used volume');
assert.equal(await seen(), false);
process.kill(launcher(), 'SIGKILL');
while (parts().size > 0) await delay(50);
child = await start(Cmd, 'a volume after SIGKILL');
assert.equal(await seen(), false);
await stop(child);

writeFileSync(join(DATA, 'postgres', 'PG_VERSION'), '17\n');
const refusal =
  /written by Postgres 17, and this image has Postgres 18\. Nothing was changed\.[^]*burgee-operator restore/;
const before = await filesOf(join(DATA, 'postgres'));
await isRefused(Cmd, refusal);
await isRefused(['burgee-operator', 'backup'], refusal);
assert.equal(await filesOf(join(DATA, 'postgres')), before);
say('data of another Postgres is refused');
await run(...inImage(['mv', '/data/postgres', '/data/postgres-17']));
await run(...inImage(operator('restore', '/data/now.backup')));
child = await start(Cmd, 'a restored volume');
assert.equal(await seen(), true);
await stop(child);
console.log('The image all-in-one works.');
process.exit(0);
