import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { ROOT } from './bootstrap.mjs';
import { LANES } from './lanes.mjs';
import { onNpmGone } from './npm-gone.mjs';
import { writeSingleFiles } from './single-files.mjs';

/** With as much room for what is young, modules that are loaded for one file of tests are not copied about. */
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'];
const JEST = [...NODE_FLAGS, join('node_modules', 'jest', 'bin', 'jest.js')];
/** A need that takes longer to stop is killed. */
const STOP_MILLISECONDS = 15_000;
/** Of a service's warnings, so many are printed when a lane fails. */
const WARNINGS_AT_MOST = 30;
const WARN_SEVERITY = 13;
const NO_TEST = 'no such test';
/** Jest's own summary of a lane is in the last so many characters that it prints. */
const SUMMARY_CHARACTERS = 2_000;
/** What one need is made of. */
const MADE_OF = { cluster: ['template'], edges: ['cluster'] };

/** Ends this process when the npm that started it has ended, or when nobody reads what it prints. What it has started ends with it. */
export function endWithParent() {
  onNpmGone(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
  // Nobody reads what is printed any more: `npm test | head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1));
}

/** In a process group of its own, which the guard ends when this process is gone. */
async function spawnGuarded(args, options) {
  const { guardGroup } = await import('@burgee/launcher');
  const child = spawn(process.execPath, args, { cwd: ROOT, detached: true, ...options });
  child.once('exit', guardGroup(child.pid));
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  return child;
}

/** What lanes need, each a process that says when it is there and ends when it is not listened to any more. */
class Needs {
  #running = new Map();

  /** Begins to start it, unless it runs. */
  start(name) {
    if (!this.#running.has(name)) this.#running.set(name, this.#launch(name));
    return this.#running.get(name).then(({ env }) => env);
  }

  async #launch(name) {
    const parts = await Promise.all((MADE_OF[name] ?? []).map((part) => this.start(part)));
    const env = { ...process.env, ...Object.assign({}, ...parts) };
    const script = join('e2e', 'lanes', `${name}.mjs`);
    const child = await spawnGuarded([script], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const exit = once(child, 'exit');
    const ready = once(child, 'message').then(([own]) => own);
    const died = exit.then(() => {
      throw new Error(`The ${name} that tests need did not start.`);
    });
    died.catch(() => undefined);
    return { env: await Promise.race([ready, died]), child, exit };
  }

  /** Ends all but these and what they are made of. */
  async keep(names) {
    const kept = new Set(names.flatMap((name) => [name, ...(MADE_OF[name] ?? [])]));
    const ending = [...this.#running].filter(([name]) => !kept.has(name));
    for (const [name] of ending) this.#running.delete(name);
    await Promise.all(
      ending.map(async ([, running]) => {
        const { child, exit } = await running.catch(() => ({}));
        if (child?.connected) child.disconnect();
        const hangs = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), STOP_MILLISECONDS);
        await exit;
        clearTimeout(hangs);
      }),
    );
  }
}

const needsOf = (name) => LANES[name]?.needs ?? [];

/** Whether any file of a lane fits what was asked for. */
async function hasTests(name, args) {
  if (LANES[name].command || !namesFiles(args)) return true;
  // With an output file the list would go there.
  const isOutput = (arg, index) => /^--(json|outputFile)/.test(arg) || args[index - 1] === '--outputFile';
  const list = [
    ...JEST,
    '--selectProjects',
    LANES[name].project ?? name,
    '--listTests',
    ...args.filter((...one) => !isOutput(...one)),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, list, { cwd: ROOT });
  return stdout.includes(ROOT);
}

const namesFiles = (args) => args.some((arg) => !arg.startsWith('-'));

/** What a lane leaves to others is run all the same where somebody names it. */
function filesOf({ files = [], later = [] }, args) {
  if (later.length === 0 || namesFiles(args)) return files;
  return ['/node_modules/', '/(dist|fixtures)/', ...later].map((path) => `--testPathIgnorePatterns=${path}`);
}

async function runLane(name, env, args) {
  const { command, project = name, workers, seconds = 30 } = LANES[name];
  const limits = [`--maxWorkers=${workers}`, `--testTimeout=${seconds * 1_000}`];
  const words = command ?? [...JEST, '--selectProjects', project, ...limits, ...filesOf(LANES[name], args)];
  const own = { ...env, BURGEE_LANE: name, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) };
  const child = await spawnGuarded([...words, ...args], { env: own, stdio: ['ignore', 'pipe', 'pipe'] });
  let summary = '';
  child.stderr.on('data', (text) => (summary = (summary + text).slice(-SUMMARY_CHARACTERS)));
  const [code, signal] = await once(child, 'close');
  if (code !== 0 || signal) return 'FAILED';
  // With a title that no test has, Jest skips all of them and exits with 0.
  const someRan = command || /^Tests: .*\b[1-9]\d* passed/m.test(stripVTControlCharacters(summary));
  return someRan ? 'passed' : NO_TEST;
}

/** What the services of the shared cluster warned about: a test that met a 503 does not say why. */
function printWarnings({ BURGEE_TEST_CLUSTER: cluster }) {
  if (cluster === undefined) return;
  const folder = join(JSON.parse(cluster).dataDir, 'logs');
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    const warnings = lines.filter((line) => Number(/"severity_number":(\d+)/.exec(line)?.[1]) >= WARN_SEVERITY);
    if (warnings.length > 0) console.log(`\n${name}:\n${warnings.slice(-WARNINGS_AT_MOST).join('\n')}`);
  }
}

function printTable(results, startedAt) {
  const width = Math.max(...results.map(({ name }) => name.length), 'all'.length);
  const line = (name, seconds, outcome) => `${name.padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s  ${outcome}`;
  console.log('');
  for (const { name, seconds, outcome } of results) console.log(line(name, seconds, outcome));
  const failed = results.filter(({ outcome }) => outcome === 'FAILED').length;
  console.log(line('all', (Date.now() - startedAt) / 1_000, failed === 0 ? 'passed' : `${failed} failed`));
}

/**
 * Runs lanes one after the other but those that may run side by side, starts what a lane needs while the one before it runs, and prints how long each took.
 * @param args for jest, or for a lane's command; paths choose the lanes that have such tests
 * @returns whether all passed
 */
export async function runLanes(names, args = []) {
  // Installing and building came before.
  const startedAt = Date.now() - process.uptime() * 1_000;
  if (names.some((name) => LANES[name].tests ?? LANES[name].project)) await writeSingleFiles();
  const fits = await Promise.all(names.map((name) => hasTests(name, args)));
  const wanted = names.filter((_, index) => fits[index]);
  if (wanted.length === 0) throw new Error(`No test fits ${args.join(' ')}.`);
  const needs = new Needs();
  const results = [{ name: 'build', seconds: process.uptime(), outcome: 'passed' }];
  const run = async (name, index) => {
    const laneStartedAt = Date.now();
    const next = wanted.slice(index + 1).find((other) => needsOf(other).length > 0);
    const starting = needsOf(name).map((need) => needs.start(need));
    for (const need of needsOf(next)) needs.start(need).catch(() => undefined);
    let outcome = 'FAILED';
    try {
      const env = { ...process.env, ...Object.assign({}, ...(await Promise.all(starting))) };
      console.log(`\n== ${name}`);
      outcome = await runLane(name, env, args);
      if (outcome === 'FAILED') printWarnings(env);
    } catch (error) {
      console.error(error.message);
    }
    results.push({ name, seconds: (Date.now() - laneStartedAt) / 1_000, outcome });
    await needs.keep(wanted.slice(index + 1).flatMap(needsOf));
  };
  const beside = [];
  for (const [index, name] of wanted.entries()) {
    if (!LANES[name].sideBySide) await Promise.all(beside.splice(0));
    const running = run(name, index);
    if (LANES[name].sideBySide) beside.push(running);
    else await running;
  }
  await Promise.all(beside);
  printTable(results, startedAt);
  const someRan = results.slice(1).some(({ outcome }) => outcome !== NO_TEST);
  if (!someRan) console.error(`No test fits ${args.join(' ')}.`);
  return someRan && results.every(({ outcome }) => outcome !== 'FAILED');
}
