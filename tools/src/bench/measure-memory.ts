import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts, isPortFree, treeOf } from '@burgee/launcher';
import type { RunFile } from '../start/data-folder.js';
import { ROOT } from '../start/settings.js';
import type { Measurement } from './measurement.js';

/** Nobody has asked for anything since it was ready. */
const REST_SECONDS = 30;
/** Megabytes. */
const [OF_A_SERVICE, OF_ALL] = [120, 900];
/** Above the ports that other processes of ours take, and below those of outgoing connections. */
const [FIRST_BASE, LAST_BASE, PORTS_OF_A_BASE] = [32_100, 32_600, 60];

/** Kilobytes, as Linux reports them. */
interface Memory {
  /** Pages that several processes map count for each in part: of all processes, this adds up to what they take. */
  pss: number;
  rss: number;
}

/** Of a process and all below it. */
function memoryOf(pids: readonly number[]): Memory {
  const sum = { pss: 0, rss: 0 };
  for (const pid of pids) {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]);
    sum.pss += of('Pss');
    sum.rss += of('Rss');
  }
  return sum;
}

async function freeBase(): Promise<number> {
  for (;;) {
    const base = randomInt(FIRST_BASE, LAST_BASE);
    const free = await Promise.all(Array.from({ length: PORTS_OF_A_BASE }, (_, port) => isPortFree(base + port)));
    if (free.every(Boolean)) return base;
  }
}

/** `npm start` with its defaults, in a folder of its own. @returns the process, once it is ready */
async function startAll(folder: string) {
  const [gateway, sdkGateway] = await freePorts(2);
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: {
      ...process.env,
      BURGEE_DATA_DIR: folder,
      PORT: String(gateway),
      SDK_GATEWAY_PORT: String(sdkGateway),
      SERVICE_PORT_BASE: String(await freeBase()),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  for await (const line of createInterface(npm.stdout)) {
    said.push(line);
    if (line.startsWith('Burgee is ready:')) break;
  }
  npm.stdout.resume();
  if (npm.exitCode !== null) throw new Error(`npm start ended:\n${said.join('\n')}`);
  return npm;
}

function measurement(name: string, { pss, rss }: Memory, atMost?: number): Measurement {
  const [ours, resident] = [pss / 1_024, rss / 1_024];
  const bound = atMost === undefined ? {} : { target: { atMost: 1 } };
  const yardstick = atMost ?? OF_ALL;
  return {
    name: `${name} (RSS ${resident.toFixed(0)} MB)`,
    ours,
    yardstick,
    ratio: ours / yardstick,
    unit: 'MB',
    ...bound,
  };
}

/** What each process of `npm start` takes, and all with their engines, half a minute after it was ready; beside the bounds. */
export async function measureMemory(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-memory-'));
  chmodSync(folder, 0o755);
  const npm = await startAll(folder);
  try {
    await delay(REST_SECONDS * 1_000);
    const { services, engines } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunFile;
    const parts = [...services, ...engines].map(({ name, pid }) => ({ name, tree: treeOf(pid) }));
    const counted = new Set(parts.flatMap(({ tree }) => tree));
    const launcher = treeOf(npm.pid ?? 0).filter((pid) => !counted.has(pid));
    const isService = (name: string) => services.some((service) => service.name === name);
    return [
      ...parts.map(({ name, tree }) => measurement(name, memoryOf(tree), isService(name) ? OF_A_SERVICE : undefined)),
      measurement('npm and launcher', memoryOf(launcher)),
      measurement('all of npm start', memoryOf([...counted, ...launcher]), OF_ALL),
    ];
  } finally {
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}
