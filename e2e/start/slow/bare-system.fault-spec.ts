import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isGone } from '@burgee/launcher';
import { aFlag, aProject, eventually, TestClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPorts } from '../start-ports.js';

/** What `npm start` runs once everything is built. */
const START = `const { start } = await import('./tools/dist/start/start.js'); await start((_step, work) => work());`;
/** Runs a command where /proc is empty. The rest of the system is as it was. */
const WITHOUT_PROC = ['--mount', '/bin/sh', '-c', '/bin/mount -t tmpfs none /proc && exec "$0" "$@"'];

let folder: string;
let child: ChildProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-bare-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'bin'));
  symlinkSync(process.execPath, join(folder, 'bin', 'node'));
});
afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  it('works where there is no /proc and no program of the system on PATH, and leaves no process behind', async () => {
    const settings = {
      BURGEE_DATA_DIR: join(folder, 'data'),
      ...(await startPorts()),
      // Of these, what is installed is used, or fetched by the tools of the system.
      REDIS_URL: 'redis://127.0.0.1:1',
      NATS_URL: 'nats://127.0.0.1:1',
    };
    const node = [join(folder, 'bin', 'node'), '--input-type=module', '--eval', START];
    child = spawn('/usr/bin/unshare', [...WITHOUT_PROC, ...node], {
      env: { ...settings, PATH: join(folder, 'bin') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await eventually(() => expect(text).toContain('Burgee is ready:'), 120_000, 100);
    const run = JSON.parse(readFileSync(join(folder, 'data', 'run.json'), 'utf8'));
    const project = await aProject(run.url);
    const flag = await aFlag(project);
    const served = await new TestClient(run.url).get('/api/v1/flags', { 'x-sdk-key': project.development.sdk_key });
    expect(served.body.map(({ key }: { key: string }) => key)).toEqual([flag.key]);
    child.kill('SIGINT');
    const pids = [child, ...run.services, ...run.engines].map(({ pid }) => pid);
    await eventually(() => expect(pids.filter((pid) => !isGone(pid))).toEqual([]), 60_000, 100);
  });
});
