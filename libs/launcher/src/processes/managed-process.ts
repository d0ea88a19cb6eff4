import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const STABLE_AFTER_MILLISECONDS = 10_000;
const FIRST_PAUSE_MILLISECONDS = 250;
const LONGEST_PAUSE_MILLISECONDS = 5_000;
const STOP_WITHIN_MILLISECONDS = 10_000;
const LOG_TAIL_CHARACTERS = 2_000;

export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Everything it prints goes here. */
  logFile: string;
  stopSignal: NodeJS.Signals;
  /** After that it is killed. Default 10 s. */
  stopWithinMs?: number;
  /** Opens a channel on which the process notices that its launcher is gone, and says when it is ready. */
  channel?: boolean;
  uid?: number;
  gid?: number;
  /** Resolves when it can do its work; rejects, or hangs until the process dies, when it cannot. */
  ready: (child: ChildProcess) => Promise<void>;
}

/** A child process that is started, watched, restarted when it dies, and stopped. */
export class ManagedProcess {
  /** Called when it runs again after it died. */
  onRestart: (() => void) | undefined;
  /** What it had printed when it last gave itself up; a signal from outside is no such thing. */
  crash: string | undefined;
  private child: ChildProcess | undefined;
  private stopping = false;
  private restarts = 0;

  constructor(
    readonly spec: ProcessSpec,
    private readonly options: { restart: boolean },
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

  /** Sends a signal, for fault drills. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Kills it and waits until it is gone. It is not started again. */
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
    const log = openSync(logFile, 'a', 0o600);
    // A process group of its own: Ctrl-C reaches the launcher alone, which then stops all in their order.
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH, ...env },
      cwd,
      uid,
      gid,
      detached: true,
      stdio: ['ignore', log, log, ...(channel ? (['ipc'] as const) : [])],
    });
    closeSync(log);
    this.child = child;
    child.on('error', () => undefined);
    return child;
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
      this.onRestart?.();
    } catch {
      void this.onExit(Date.now());
    }
  }

  private logTail(): string {
    return `The end of ${this.spec.logFile}:\n${readFileSync(this.spec.logFile, 'utf8').slice(-LOG_TAIL_CHARACTERS)}`;
  }
}
