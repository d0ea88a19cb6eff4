import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isGone } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { startPorts } from './start-ports.js';

interface RunFile {
  url: string;
  services: { name: string; pid: number }[];
  engines: { name: string; pid: number }[];
}

export interface Started {
  child: ChildProcess;
  run: RunFile;
  /** What it has printed until now. */
  output: () => string;
}

/** Nothing listens there. */
export const SILENT = { REDIS_URL: 'redis://127.0.0.1:1', NATS_URL: 'nats://127.0.0.1:1' };

export const processesOf = ({ services, engines }: RunFile) => [...services, ...engines];

/** `npm start` from a folder and with ports of its own. */
export class NpmStart {
  private constructor(
    readonly dataDir: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async create(): Promise<NpmStart> {
    const dataDir = mkdtempSync(join(tmpdir(), 'burgee-start-'));
    chmodSync(dataDir, 0o755);
    const { PATH, HOME } = process.env;
    // Building a NATS takes a minute where there is Go, which finds no source this way.
    const withoutGo = { GOPROXY: 'off', GOMODCACHE: join(dataDir, 'go') };
    return new NpmStart(dataDir, { PATH, HOME, BURGEE_DATA_DIR: dataDir, ...withoutGo, ...(await startPorts()) });
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** In a process group of its own as in a terminal. @returns once it is ready */
  async start(settings: Record<string, string> = {}): Promise<Started> {
    const env = { ...this.env, ...settings };
    const child = spawn('npm', ['start'], { cwd: process.cwd(), env, detached: true });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await eventually(() => {
      if (!text.includes('Burgee is ready:')) throw new Error(`It is not ready, and has said:\n${text}`);
    }, 120_000);
    const run = JSON.parse(readFileSync(join(this.dataDir, 'run.json'), 'utf8')) as RunFile;
    return { child, run, output: () => text };
  }

  /** A start that comes to nothing. @returns its exit code and what it printed for people */
  async startInVain(settings: Record<string, string> = {}): Promise<{ code: number; text: string }> {
    const env = { ...this.env, ...settings };
    const child = spawn('npm', ['start', '--silent'], { cwd: process.cwd(), env });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, text };
  }

  /** Ctrl-C, as a terminal sends it: to the whole group, so that it also comes again through npm. @returns once all are gone */
  async pressCtrlC({ child, run }: Started): Promise<void> {
    const ended = once(child, 'exit');
    process.kill(-child.pid!, 'SIGINT');
    await ended;
    await eventually(() => {
      const left = processesOf(run).filter(({ pid }) => !isGone(pid));
      if (left.length > 0) throw new Error(`${left.map(({ name }) => name).join(', ')} did not end.`);
    });
  }
}
