import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeProcess } from '@burgee/launcher';
import { makeFolder } from '@burgee/process-kit';

export interface RunningProcess {
  name: string;
  pid: number;
  url: string;
}

/** The running processes, for people and fault tests: run.json in the data folder while Burgee runs. */
export interface RunFile {
  url: string;
  /** Where it is reached from outside, if the settings say so. */
  publicUrl?: string;
  services: RunningProcess[];
  engines: RunningProcess[];
}

/** When a process started, in the kernel's ticks since boot; '' where that cannot be known. Linux only. */
function startOf(pid: number): string {
  try {
    // The name in parentheses may hold anything; the 20th field after it is the start (proc(5)).
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Burgee already runs from this folder, on this machine or in this container. */
export class AlreadyRuns extends Error {}

/** The exit status of flock(1) that we choose for: another process has locked the file. */
const LOCKED = 75;

/** The data folder of one Burgee. It is locked while Burgee runs, so that two never share a database by accident. */
export class DataFolder {
  private readonly lockFile: string;
  private kernelLock: number | undefined;
  private readonly runFile: string;

  /** @throws when it cannot be made, or not be written to */
  constructor(readonly path: string) {
    const unusable = makeFolder(path, 0o755);
    if (unusable !== undefined) throw new Error(`BURGEE_DATA_DIR is ${path}: ${unusable}.`);
    this.lockFile = join(path, 'launcher.pid');
    this.runFile = join(path, 'run.json');
  }

  /**
   * @param isFirst whether this is the first process of a container: all processes of an earlier one are gone
   * @throws when another launcher has locked the folder, {@link AlreadyRuns} if it runs here; or when a container cannot lock it
   */
  lock(isFirst = process.pid === 1): void {
    const [holder = 0, startedAt] = existsSync(this.lockFile) ? this.readLock() : [];
    // Another process may have the pid by now, even this one.
    if (holder && isAlive(holder) && (startedAt ?? startOf(holder)) === startOf(holder)) {
      const { url } = this.readRun() ?? {};
      throw new AlreadyRuns(
        `Burgee already runs from ${this.path}${url ? ` at ${url}` : ''} (process ${holder}): stop it with Ctrl-C there, or set BURGEE_DATA_DIR to another folder.`,
      );
    }
    this.lockAcrossContainers(isFirst);
    // Postgres refuses to start while any process has the pid that the last one had.
    if (isFirst) rmSync(join(this.path, 'postgres', 'postmaster.pid'), { force: true });
    rmSync(this.lockFile, { force: true });
    const handle = openSync(this.lockFile, 'wx');
    writeFileSync(handle, `${process.pid} ${startOf(process.pid)}`);
    closeSync(handle);
  }

  /**
   * A pid says nothing in another container, so the kernel locks a file too. The lock ends with this process. Outside of
   * containers there may be no flock(1).
   */
  private lockAcrossContainers(isNeeded: boolean): void {
    const handle = openSync(join(this.path, 'launcher.lock'), 'a', 0o600);
    const options = ['--nonblock', `--conflict-exit-code=${LOCKED}`, '0'];
    const { status } = spawnSync('flock', options, {
      env: { PATH: process.env.PATH },
      stdio: [handle, 'ignore', 'ignore'],
    });
    if (status === LOCKED) {
      closeSync(handle);
      throw new Error(`Burgee already runs from ${this.path} in another container: stop that one first.`);
    }
    if (isNeeded && status !== 0) {
      closeSync(handle);
      throw new Error(
        `${this.path} cannot be locked, so another container could use it too: put it on a file system that supports locks.`,
      );
    }
    this.kernelLock = handle;
  }

  /** The launcher's pid, and when it started. */
  private readLock(): [number, string | undefined] {
    const [pid, startedAt] = readFileSync(this.lockFile, 'utf8').split(' ');
    return [Number(pid), startedAt];
  }

  unlock(): void {
    rmSync(this.runFile, { force: true });
    rmSync(this.lockFile, { force: true });
    if (this.kernelLock !== undefined) closeSync(this.kernelLock);
    this.kernelLock = undefined;
  }

  readRun(): RunFile | undefined {
    try {
      return JSON.parse(readFileSync(this.runFile, 'utf8')) as RunFile;
    } catch {
      return undefined;
    }
  }

  /** The setting of an operator's command, so that its links open the Burgee that runs. */
  publicUrl(): { PUBLIC_URL?: string } {
    const { url, publicUrl } = this.readRun() ?? {};
    return publicUrl || url ? { PUBLIC_URL: publicUrl || url } : {};
  }

  writeRun(run: RunFile): void {
    writeFileSync(`${this.runFile}.new`, JSON.stringify(run, null, 2) + '\n');
    renameSync(`${this.runFile}.new`, this.runFile);
  }

  /** The pids of engines that a killed launcher left running in this folder. */
  orphans(): number[] {
    const engines = this.readRun()?.engines ?? [];
    return engines.map((engine) => engine.pid).filter((pid) => pid > 0 && isAlive(pid) && this.isOurs(pid));
  }

  /** Another process may have the pid by now. Ours have this folder in their command line or as working directory. */
  private isOurs(pid: number): boolean {
    return describeProcess(pid).includes(this.path);
  }
}
