import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { laneOf, lanesThatRun } from './lanes.mjs';
import { onNpmGone } from './npm-gone.mjs';

/**
 * Jest loads every module again for each file of tests, and drops it after: compiling functions only when they are called, and a larger
 * young generation, save a quarter of the processor time of a unit test.
 */
const NODE_FLAGS = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  '--max-lazy',
  '--max-semi-space-size=64',
];
const JEST = [...NODE_FLAGS, join('node_modules', 'jest', 'bin', 'jest.js')];
/** What Jest prints when a test leaves a timer, a socket or a process behind; it passes all the same. */
const LEFT_OPEN =
  /failed to exit gracefully|did not exit one second after|asynchronous operations that weren't stopped/;
const TEST_FOLDERS = ['apps', 'libs', 'tools', 'e2e'];
const NOT_OURS = new Set(['node_modules', 'dist', 'fixtures']);

/** Ends this process when its npm has ended or its output pipe has closed. The guard then ends its children. */
export function endWithParent() {
  onNpmGone(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
  // `npm test | head` closes the pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1));
}

function testFilesIn(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : testFilesIn(path);
    return /[.-](?:spec|test)\.[cm]?[jt]sx?$/.test(entry.name) ? [path] : [];
  });
}

/**
 * The lanes of the test files whose paths fit: of each file, the first lane that runs it.
 * @throws when none fits, with the lanes that there are
 */
export function lanesOfFiles(pattern) {
  const fits = (path) => new RegExp(pattern).test(`${ROOT}/${path}`);
  const lanes = TEST_FOLDERS.flatMap(testFilesIn)
    .filter(fits)
    .flatMap((path) => lanesThatRun(path).slice(0, 1));
  if (lanes.length === 0) laneOf(pattern);
  return [...new Set(lanes)];
}

/** @throws for test files that no lane runs */
function assertAllRun() {
  const orphans = TEST_FOLDERS.flatMap(testFilesIn).filter((path) => lanesThatRun(path).length === 0);
  if (orphans.length > 0)
    throw new Error(
      `No lane runs these files. Their suffix or folder is wrong: docs/contribute/tests.md\n${orphans.join('\n')}`,
    );
}

/** In a process group of its own, which the guard ends when this process is gone. */
async function execute(words) {
  const { guardGroup } = await import('@burgee/launcher');
  const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) };
  const child = spawn(process.execPath, words, { cwd: ROOT, detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.once('exit', guardGroup(child.pid));
  let leavesOpen = false;
  child.stderr.on('data', (text) => (leavesOpen ||= LEFT_OPEN.test(text)));
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  const [code] = await once(child, 'close');
  if (leavesOpen)
    console.error('A test left a handle open, which fails the run. Find it with -- <file> --detectOpenHandles');
  return code === 0 && !leavesOpen;
}

/** One Jest for these lanes: as many workers as the boldest of them, as much time for a test as the slowest. */
function jestWords(names, args) {
  const lanes = names.map(laneOf);
  const own = args.some((arg) => /^(-i|-w|--runInBand|--maxWorkers)/.test(arg));
  const workers = own ? [] : [`--maxWorkers=${Math.max(...lanes.map((lane) => lane.workers))}`];
  const seconds = Math.max(...lanes.map((lane) => lane.seconds));
  return [...JEST, '--selectProjects', ...names, ...workers, `--testTimeout=${seconds * 1_000}`, ...args];
}

async function timed(name, work, results) {
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  const passed = await work();
  results.push({ name, seconds: (Date.now() - startedAt) / 1_000, passed });
}

function printTable(results, startedAt) {
  const all = { name: 'all', seconds: (Date.now() - startedAt) / 1_000, passed: results.every(({ passed }) => passed) };
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log('');
  for (const { name, seconds, passed } of [...results, all])
    console.log(`${name.padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s  ${passed ? 'passed' : 'FAILED'}`);
}

/**
 * Runs lanes: first those with a command side by side, then all of Jest's in one run; or one after the other.
 * @param args for Jest, or for the lane's command
 * @returns whether all passed
 * @throws for a name that no lane has, and for test files that no lane runs
 */
export async function runLanes(names, args = [], { oneByOne = false } = {}) {
  const startedAt = Date.now() - process.uptime() * 1_000;
  const commands = names.filter((name) => laneOf(name).command);
  const tests = names.filter((name) => laneOf(name).tests);
  assertAllRun();
  const results = [{ name: 'build', seconds: process.uptime(), passed: true }];
  const command = (name) => timed(name, () => execute([...laneOf(name).command, ...args]), results);
  const jest = (some) => timed(some.join(' '), () => execute(jestWords(some, args)), results);
  if (oneByOne) for (const name of names) await (laneOf(name).command ? command(name) : jest([name]));
  else {
    await Promise.all(commands.map(command));
    if (tests.length > 0) await jest(tests);
  }
  printTable(results, startedAt);
  return results.every(({ passed }) => passed);
}
