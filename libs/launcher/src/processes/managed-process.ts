import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { guardProcess } from './guard.js';
import { cutLog, endOfLog, LOG_BYTES_AT_MOST } from './log-file.js';

const STABLE_AFTER_MILLISECONDS = 10_000;
const FIRST_PAUSE_MILLISECONDS = 250;
const LONGEST_PAUSE_MILLISECONDS = 5_000;
const STOP_WITHIN_MILLISECONDS = 10_000;
const LOG_TAIL_BYTES = 2_000;
const LOOK_AT_LOG_EVERY_MILLISECONDS = 1_000;

export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** The file for its output. Unset: it shares ours. */
  logFile?: string | undefined;
  stopSignal: NodeJS.Signals;
  /** Milliseconds until it is killed. Default 10 s. */
  stopWithinMs?: number;
  /** Opens a channel, on which the process notices that its launcher died, and reports when it is ready. */
  channel?: boolean;
  uid?: number;
  gid?: number;
  /** Resolves when the process is ready; on a failure, rejects or waits until the process exits. */
  ready: (child: ChildProcess) => Promise<void>;
}

/** A child process that is started, watched, restarted when it dies, and stopped. */
export class ManagedProcess {
  /** Called when it runs again after a crash. */
  onRestart: (() => void) | undefined;
  /** Its output when it last exited on its own, not by a signal. */
  crash: string | undefined;
  private child: ChildProcess | undefined;
  private stopping = false;
  private restarts = 0;

  constructor(
    readonly spec: ProcessSpec,
    private readonly options: { restart: boolean; logBytesAtMost?: number },
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  async start(): Promise<void> {
    this.stopping = false;
    const child = this.spawn();
    const died = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`${this.spec.name} ended at once (${signal ?? `status ${code}`}).\n${this.logTail()}`);
    });
    died.catch(() => undefined);
    await Promise.race([this.spec.ready(child), died]);
    const startedAt = Date.now();
    child.once('exit', () => void this.onExit(startedAt));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (!child || !this.running) return;
    const gone = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(this.spec.stopSignal);
    const timer = setTimeout(() => child.kill('SIGKILL'), this.spec.stopWithinMs ?? STOP_WITHIN_MILLISECONDS);
    await gone;
    clearTimeout(timer);
  }

  /** Sends a signal, for fault tests. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Kills it without a restart, and waits for its end. */
  async kill(): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (!child || !this.running) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  private spawn(): ChildProcess {
    const { command, args, env, cwd, logFile, channel, uid, gid } = this.spec;
    const log = logFile === undefined ? 'inherit' : openSync(logFile, 'a', 0o600);
    // Its own process group: Ctrl-C reaches only the launcher, which then stops all processes in order.
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH, ...env },
      cwd,
      uid,
      gid,
      detached: true,
      stdio: ['ignore', log, log, ...(channel ? (['ipc'] as const) : [])],
    });
    if (typeof log === 'number') closeSync(log);
    this.child = child;
    child.on('error', () => undefined);
    if (logFile !== undefined) this.keepLogShort(child, logFile);
    if (child.pid !== undefined) child.once('exit', guardProcess(child.pid, this.spec.stopSignal));
    return child;
  }

  private keepLogShort(child: ChildProcess, logFile: string): void {
    const { logBytesAtMost = LOG_BYTES_AT_MOST } = this.options;
    const looking = setInterval(() => cutLog(logFile, logBytesAtMost), LOOK_AT_LOG_EVERY_MILLISECONDS).unref();
    child.once('exit', () => clearInterval(looking));
  }

  private async onExit(startedAt: number): Promise<void> {
    if (this.stopping) return;
    if (this.child?.exitCode || this.child?.signalCode === 'SIGABRT') this.crash = this.logTail();
    if (!this.options.restart) return;
    if (Date.now() - startedAt > STABLE_AFTER_MILLISECONDS) this.restarts = 0;
    await delay(Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** this.restarts++, LONGEST_PAUSE_MILLISECONDS));
    if (this.stopping) return;
    try {
      await this.start();
    } catch {
      const again = () => void this.onExit(Date.now());
      if (!this.running) return again();
      // It is alive and waits for a dependency, such as Postgres. A second process would not help.
      this.child?.once('exit', again);
    }
    this.onRestart?.();
  }

  private logTail(): string {
    const { logFile } = this.spec;
    return logFile === undefined ? 'Its log is above.' : `The end of ${logFile}:\n${endOfLog(logFile, LOG_TAIL_BYTES)}`;
  }
}
