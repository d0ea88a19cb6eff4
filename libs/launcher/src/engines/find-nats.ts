import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from '../report.js';
import { onPath } from './debian-packages.js';
import type { Executable } from './find-engine.js';
import { FIXED_NATS, isFixedNats, natsVersion } from './nats-version.js';

const run = promisify(execFile);
const BUILD_MILLISECONDS = 300_000;

/** @returns undefined when the program does not print it */
export async function versionOfNats({ command, env, container }: Executable): Promise<string | undefined> {
  if (container) return FIXED_NATS;
  const { stdout } = await run(command, ['--version'], { env: { ...process.env, ...env } });
  return natsVersion(stdout);
}

/** Whether the NATS on PATH has every security fix. */
export async function hasFixedNats(): Promise<boolean> {
  const command = onPath('nats-server');
  const version = command && (await versionOfNats({ command, env: {} }).catch(() => undefined));
  return version ? isFixedNats(version) : false;
}

/** The path under `folder` of a NATS built with Go. */
export const builtNats = (folder: string) => join(folder, `nats-server-${FIXED_NATS}`);

/** Whatever the environment says: every module is compared with the checksum database. */
export const CHECKED = { GOSUMDB: 'sum.golang.org', GONOSUMDB: 'none', GOPRIVATE: 'none', GOINSECURE: 'none' };

/** Builds NATS with this machine's Go, which checks the source against Go's checksum database. @throws when that fails */
export async function buildNats(folder: string, report: Report): Promise<Executable> {
  const target = builtNats(folder);
  if (!existsSync(target))
    await report(`Building NATS ${FIXED_NATS} with Go (about a minute, once)`, () => build(folder, target));
  return { command: target, env: {} };
}

async function build(folder: string, target: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, '.nats-'));
  const env = { ...process.env, ...CHECKED, GOBIN: work, GOFLAGS: '', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
  try {
    const source = `github.com/nats-io/nats-server/v2@v${FIXED_NATS}`;
    await run(onPath('go') ?? 'go', ['install', source], { env, cwd: work, timeout: BUILD_MILLISECONDS });
    await rename(join(work, 'nats-server'), target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
