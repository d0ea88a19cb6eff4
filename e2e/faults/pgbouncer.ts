import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Executable,
  findProgram,
  freePort,
  portOpens,
  programsDir,
  silently,
  unpackDebianPackage,
} from '@burgee/launcher';

const run = promisify(execFile);
const NOBODY = 65_534;
/** The Debian release after the one whose package is 1.18. */
const CURRENT = 'trixie';

/** Debian's PgBouncer, unpacked from its package when it is not installed. */
export const debianPgbouncer = (): Promise<Executable> =>
  findProgram({ name: 'pgbouncer', program: 'usr/sbin/pgbouncer' }, programsDir(), silently);

/** A PgBouncer with prepared statements, built once from a later Debian's source. Needs gcc and make. */
export async function currentPgbouncer(): Promise<Executable> {
  const target = join(programsDir(), `pgbouncer-${CURRENT}`);
  if (!existsSync(target)) {
    mkdirSync(programsDir(), { recursive: true });
    const work = mkdtempSync(join(programsDir(), '.pgbouncer-'));
    try {
      renameSync(await build(work), target);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return { command: target, env: {} };
}

/** The package sources of this system's apt. */
async function debianMirror(): Promise<string> {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(ORIGIN) $(LABEL)']);
  const mirror = /^(\S+) Debian Debian$/m.exec(stdout)?.[1];
  if (!mirror) throw new Error('This system has no packages from Debian: apt-get indextargets');
  return mirror;
}

/** Where `configure` finds libevent: on this system, or in Debian's package, unpacked. */
async function libevent(): Promise<NodeJS.ProcessEnv> {
  const isInstalled = await run('pkg-config', ['--exists', 'libevent']).then(
    () => true,
    () => false,
  );
  if (isInstalled) return {};
  const root = await unpackDebianPackage(programsDir(), 'libevent-dev');
  const folder = readdirSync(join(root, 'usr', 'lib')).find((name) => name.endsWith('-linux-gnu')) ?? '';
  const headers = join(root, 'usr', 'include');
  return {
    LIBEVENT_CFLAGS: `-I${headers} -I${join(headers, folder)}`,
    LIBEVENT_LIBS: `${join(root, 'usr', 'lib', folder, 'libevent.a')} -lpthread`,
  };
}

/** @returns the program, in `work` */
async function build(work: string): Promise<string> {
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(work, folder), { recursive: true });
  const sources = join(work, 'sources.list');
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(sources, `deb-src [signed-by=${keyring}] ${await debianMirror()} ${CURRENT} main\n`);
  const own = {
    'Dir::Etc::SourceList': sources,
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(work, 'lists'),
    'Dir::Cache': join(work, 'cache'),
    'APT::Sandbox::User': 'root',
    'Debug::NoLocking': '1',
  };
  const options = Object.entries(own).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  await run('apt-get', [...options, 'update'], { cwd: work });
  await run('apt-get', [...options, 'source', '--download-only', 'pgbouncer'], { cwd: work });
  await run('sh', ['-c', 'mkdir source && tar -xzf pgbouncer_*.orig.tar.gz -C source --strip-components=1'], {
    cwd: work,
  });
  const source = join(work, 'source');
  const env = { ...process.env, ...(await libevent()) };
  await run('./configure', ['--without-openssl', '--without-cares'], { cwd: source, env });
  await run('make', ['-j2'], { cwd: source, maxBuffer: 100_000_000 });
  return join(source, 'pgbouncer');
}

/** A PgBouncer in transaction mode. It can be killed and started again. */
export class PgBouncer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: Executable,
    private readonly folder: string,
    /** Where it listens, on 127.0.0.1. */
    readonly port: number,
  ) {}

  /** Uses the default configuration, which refuses unknown startup parameters. @param users passwords by name */
  static async start(program: Executable, postgresPort: number, users: Record<string, string>): Promise<PgBouncer> {
    const folder = mkdtempSync(join(tmpdir(), 'burgee-pgbouncer-'));
    chmodSync(folder, 0o755);
    // It does not run as root, and the one it runs as may not reach the folder of the program.
    const command = join(folder, 'pgbouncer');
    copyFileSync(program.command, command);
    chmodSync(command, 0o755);
    const port = await freePort();
    const passwords = Object.entries(users).map(([name, password]) => `"${name}" "${password}"\n`);
    writeFileSync(join(folder, 'users.txt'), passwords.join(''));
    // Fewer connections than clients, so that they share them.
    const configuration = `
[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
server_login_retry = 1
`;
    writeFileSync(join(folder, 'pgbouncer.ini'), configuration);
    const pgbouncer = new PgBouncer({ ...program, command }, folder, port);
    await pgbouncer.restart();
    return pgbouncer;
  }

  /** Resolves when it listens. */
  async restart(): Promise<void> {
    const { command, env } = this.program;
    this.child = spawn(command, [join(this.folder, 'pgbouncer.ini')], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
      ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    });
    const failed = once(this.child, 'exit').then(([code]) => {
      throw new Error(`pgbouncer ended with ${code}`);
    });
    failed.catch(() => undefined);
    await Promise.race([portOpens(this.port), failed]);
  }

  /** SIGKILL. Resolves when it is gone. */
  async kill(): Promise<void> {
    const gone = this.child && once(this.child, 'exit');
    this.child?.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
