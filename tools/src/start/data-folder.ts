import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeProcess } from '@burgee/launcher';

export interface RunningProcess {
  name: string;
  pid: number;
  url: string;
}

/** The running processes, for people and fault tests: run.json in the data folder while Burgee runs. */
export interface RunFile {
  url: string;
  services: RunningProcess[];
  engines: RunningProcess[];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The data folder of one Burgee. It is locked while Burgee runs, so that two never share a database by accident. */
export class DataFolder {
  private readonly lockFile: string;
  private readonly runFile: string;

  constructor(readonly path: string) {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    this.lockFile = join(path, 'launcher.pid');
    this.runFile = join(path, 'run.json');
  }

  /** @throws when another launcher has locked the folder */
  lock(): void {
    const holder = existsSync(this.lockFile) ? Number(readFileSync(this.lockFile, 'utf8')) : 0;
    if (holder && isAlive(holder)) {
      const { url } = this.readRun() ?? {};
      throw new Error(
        `Burgee already runs from ${this.path}${url ? ` at ${url}` : ''} (process ${holder}). Stop it with Ctrl-C there, or set BURGEE_DATA_DIR to another folder.`,
      );
    }
    rmSync(this.lockFile, { force: true });
    const handle = openSync(this.lockFile, 'wx');
    writeFileSync(handle, String(process.pid));
    closeSync(handle);
  }

  unlock(): void {
    rmSync(this.runFile, { force: true });
    rmSync(this.lockFile, { force: true });
  }

  readRun(): RunFile | undefined {
    try {
      return JSON.parse(readFileSync(this.runFile, 'utf8')) as RunFile;
    } catch {
      return undefined;
    }
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
