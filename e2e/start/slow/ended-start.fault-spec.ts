import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isGone, treeOf } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startPorts } from '../start-ports.js';

let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-ended-'));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await eventually(() => assert.deepEqual(left(), []), 60_000);
  rmSync(folder, { recursive: true, force: true });
});

/** npm, the launcher, services and engines. */
let pids: number[] = [];
const left = () => pids.filter((pid) => !isGone(pid));

const readCommand = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');

/** `npm start` in a terminal of its own, once everything runs. @returns the pid of a process by its command */
async function startInTerminal(): Promise<(command: RegExp) => number> {
  const own = {
    BURGEE_DATA_DIR: folder,
    ...(await startPorts()),
    // Building a NATS takes a minute where there is Go, which finds no source this way.
    GOPROXY: 'off',
    GOMODCACHE: join(folder, 'go'),
  };
  const terminal = spawn('script', ['--quiet', '--command', 'npm start', '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = terminal;
  let text = '';
  terminal.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await eventually(() => expect(text).toContain('Burgee is ready:'), 120_000, 100);
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  const parts = [...run.services, ...run.engines].map(({ pid }: { pid: number }) => pid);
  const tree = treeOf(terminal.pid!).filter((pid) => pid !== terminal.pid);
  pids = [...new Set([...tree, ...parts.flatMap(treeOf)])];
  return (command) => {
    const found = tree.find((pid) => command.test(readCommand(pid).join(' ')));
    if (found === undefined) throw new Error(`No process fits ${command}.`);
    return found;
  };
}

const NPM = /^npm start/;
const LAUNCHER = /^\S*node tools\/start\.mjs/;

const ENDS: [string, (pidOf: (command: RegExp) => number) => void][] = [
  ['npm is asked to end', (pidOf) => process.kill(pidOf(NPM), 'SIGTERM')],
  ['npm is interrupted', (pidOf) => process.kill(pidOf(NPM), 'SIGINT')],
  ['npm gets SIGHUP', (pidOf) => process.kill(pidOf(NPM), 'SIGHUP')],
  ['npm is killed', (pidOf) => process.kill(pidOf(NPM), 'SIGKILL')],
  ['the launcher is killed', (pidOf) => process.kill(pidOf(LAUNCHER), 'SIGKILL')],
  ['its terminal is closed', () => void child?.kill('SIGKILL')],
];

describe('npm start', () => {
  it.each(ENDS)('F47: leaves no process behind when %s', async (_how, end) => {
    const pidOf = await startInTerminal();
    expect(pids.length).toBeGreaterThan(8);
    end(pidOf);
    await eventually(() => expect(left()).toEqual([]), 60_000, 100);
  });
});
