import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from '../report.js';
import { onPath } from './debian-packages.js';
import { type Executable, findEngine, NATS } from './find-engine.js';
import { FIXED_NATS, isFixedNats, natsVersion } from './nats-version.js';

const run = promisify(execFile);
const BUILD_MILLISECONDS = 300_000;

/** @returns undefined when the program does not say it */
export async function versionOfNats({ command, env }: Executable): Promise<string | undefined> {
  const { stdout } = await run(command, ['--version'], { env: { ...process.env, ...env } });
  return natsVersion(stdout);
}

async function isFixed(command: string | undefined): Promise<boolean> {
  const version = command && (await versionOfNats({ command, env: {} }).catch(() => undefined));
  return version ? isFixedNats(version) : false;
}

/** Builds NATS with this machine's Go, which checks the source against Go's checksum database. @throws when that fails */
async function build(go: string, folder: string, target: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, '.nats-'));
  const env = { ...process.env, GOBIN: work, GOFLAGS: '', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
  try {
    const source = `github.com/nats-io/nats-server/v2@v${FIXED_NATS}`;
    await run(go, ['install', source], { env, cwd: work, timeout: BUILD_MILLISECONDS });
    await rename(join(work, 'nats-server'), target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * A NATS with every security fix, where it can be had: the one on PATH, or one that Go builds into `folder`. Else the one on
 * PATH or Debian's, whatever its version.
 */
export async function findFixedNats(folder: string, report: Report): Promise<Executable> {
  const installed = onPath('nats-server');
  if (await isFixed(installed)) return findEngine(NATS, folder, report);
  const built = join(folder, `nats-server-${FIXED_NATS}`);
  const go = onPath('go');
  if (!existsSync(built) && go)
    await report(`Building NATS ${FIXED_NATS} with Go (about a minute, once)`, () => build(go, folder, built)).catch(
      () => undefined,
    );
  return existsSync(built) ? { command: built, env: {} } : findEngine(NATS, folder, report);
}
