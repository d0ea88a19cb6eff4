import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isGone, treeOf } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-endless-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  child?.stdout?.destroy();
  child?.stderr?.destroy();
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  npm: ChildProcess;
  pids: number[];
  /** What the cluster of the test keeps. */
  data: string;
}

/** `npm test` with a test that never ends, once that has started its cluster. */
async function startTests(): Promise<Started> {
  const file = join(folder, 'started.json');
  const args = ['test', '--', '--no-build', 'faults', 'e2e/start/fixtures', '--testPathIgnorePatterns', 'nothing'];
  const npm = spawn('npm', args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, BURGEE_ENDLESS_FILE: file },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = npm;
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const started = () => {
    if (!existsSync(file)) throw new Error(`The test has not begun:\n${output}`);
    return JSON.parse(readFileSync(file, 'utf8')) as { pids: number[]; folder: string };
  };
  const { pids, folder: data } = await eventually(started, 50_000, 100);
  return { npm, pids: [...new Set([...treeOf(npm.pid!), ...pids])], data };
}

const ENDS: [string, (started: Started) => void][] = [
  ['npm is killed', ({ npm }) => void npm.kill('SIGKILL')],
  ['npm is asked to end', ({ npm }) => void npm.kill('SIGTERM')],
  [
    'the runner is killed',
    ({ pids }) => {
      const isRunner = (pid: number) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === 'tools/test.mjs';
      process.kill(pids.find(isRunner)!, 'SIGKILL');
    },
  ],
  [
    'its output pipe is closed',
    ({ npm }) => {
      npm.stdout?.destroy();
      npm.stderr?.destroy();
    },
  ],
];

describe('tests that are broken off', () => {
  it.each(ENDS)('leave no process and no folder behind when %s', async (_how, end) => {
    const started = await startTests();
    end(started);
    await eventually(() => {
      expect(started.pids.filter((pid) => !isGone(pid))).toEqual([]);
      expect(existsSync(started.data)).toBe(false);
    }, 20_000);
  });
});
