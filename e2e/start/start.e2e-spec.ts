import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isGone } from '@burgee/launcher';
import { aFlag, aProject, eventually, PASSWORD, TestClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPorts } from './start-ports.js';

interface RunFile {
  url: string;
  services: { name: string; pid: number }[];
  engines: { name: string; pid: number }[];
}

let dataDir: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'burgee-start-'));
  chmodSync(dataDir, 0o755);
  // Building a NATS takes a minute where there is Go, which finds no source this way.
  const withoutGo = { GOPROXY: 'off', GOMODCACHE: join(dataDir, 'go') };
  env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    BURGEE_DATA_DIR: dataDir,
    ...withoutGo,
    ...(await startPorts()),
  };
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Nothing listens there. */
const SILENT = { REDIS_URL: 'redis://127.0.0.1:1', NATS_URL: 'nats://127.0.0.1:1' };

/** `npm start`, in a process group of its own as in a terminal. */
async function start(
  settings: Record<string, string> = {},
): Promise<{ child: ChildProcess; run: RunFile; output: () => string }> {
  const child = spawn('npm', ['start'], { cwd: process.cwd(), env: { ...env, ...settings }, detached: true });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await eventually(() => expect(text).toContain('Burgee is ready:'), 120_000);
  return { child, run: JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunFile, output: () => text };
}

/** Ctrl-C, as a terminal sends it: to the whole group, so that it also comes again through npm. */
async function pressCtrlC(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  process.kill(-child.pid!, 'SIGINT');
  await ended;
}

/** A start that comes to nothing. @returns its exit code and what it printed for people */
async function startInVain(settings: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  const again = spawn('npm', ['start', '--silent'], { cwd: process.cwd(), env: { ...env, ...settings } });
  let text = '';
  again.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(again, 'close')) as [number];
  return { code, text };
}

const processesOf = ({ services, engines }: RunFile) => [...services, ...engines];

/** `npm run outbox -- list`, of the Burgee that runs from the same data folder. */
const listDeadLetters = () => promisify(execFile)(process.execPath, ['tools/outbox.mjs', 'list'], { env });

/** `npm run backup`, of the same Burgee. */
const backUp = (file: string) => promisify(execFile)(process.execPath, ['tools/backup.mjs', 'backup', file], { env });

describe('npm start', () => {
  it('brings everything up, leaves no process behind after Ctrl-C, and finds its data again', async () => {
    const first = await start();
    expect(processesOf(first.run).map(({ name }) => name)).toEqual([
      'auth',
      'flags-admin',
      'audit',
      'usage',
      'sdk-gateway-1',
      'api-gateway',
      'postgres',
      'redis',
      'nats',
    ]);
    expect(first.output()).toMatch(/^  NATS {4}\d+\.\d+\.\d+/m);
    const project = await aProject(first.run.url);
    const flag = await aFlag(project);
    expect((await listDeadLetters()).stdout).toContain('No message is dead-lettered.');
    const file = join(dataDir, 'first.backup');
    expect((await backUp(file)).stdout).toContain(`${file} holds 1 users, 1 projects, 1 flags, 2 SDK keys, `);
    expect(await startInVain()).toEqual({
      code: 1,
      text: expect.stringMatching(/^\nBurgee already runs from \S+ at http:\S+ \(process \d+\): [^.]+\.\n\n$/),
    });
    await pressCtrlC(first.child);
    await eventually(() => expect(processesOf(first.run).filter(({ pid }) => !isGone(pid))).toEqual([]));
    await eventually(() => expect(existsSync(join(dataDir, 'run.json'))).toBe(false));

    const second = await start(SILENT);
    await eventually(() =>
      expect(second.output()).toMatch(
        /\n {2}redis does not answer \(.+\)\. Burgee works\. Reads are slower.+\n {2}nats does not answer \(.+\)\. Burgee works\./,
      ),
    );
    const client = new TestClient(second.run.url);
    await client.post('/api/auth/login', { email: project.owner.email, password: PASSWORD });
    expect((await client.get(`/api/flags/${flag.id}`)).body.key).toBe(flag.key);
    const served = await client.get('/api/v1/flags', { 'x-sdk-key': project.development.sdk_key });
    expect(served.body.map(({ key }: { key: string }) => key)).toEqual([flag.key]);
    await pressCtrlC(second.child);
    await eventually(() => expect(processesOf(second.run).filter(({ pid }) => !isGone(pid))).toEqual([]));
  }, 300_000);

  it('without Postgres is not ready, and names every engine that does not answer', async () => {
    const { code, text } = await startInVain({ ...SILENT, DATABASE_URL: 'postgres://burgee@127.0.0.1:1/burgee' });
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(
        /Postgres does not answer\. Burgee is not ready without it\.\nredis does not answer either \(127\.0\.0\.1:1: ECONNREFUSED\)\.\nnats does not answer either \(127\.0\.0\.1:1: ECONNREFUSED\)\.\n\n$/,
      ),
    ]);
    expect(existsSync(join(dataDir, 'launcher.pid'))).toBe(false);
  });
});
