import { execFile } from 'node:child_process';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Engine,
  freePort,
  isGone,
  isPaused,
  type ManagedProcess,
  type ServiceSpec,
  serviceProcess,
  signalTree,
} from '@burgee/launcher';
import { eventually } from '../eventually.js';
import type { RunningService } from '../cluster/cluster-services.js';

const run = promisify(execFile);

/** A process that can be made to fail, with all its children. */
class Part {
  constructor(protected process: ManagedProcess) {}

  get pid(): number {
    return this.process.pid;
  }

  get running(): boolean {
    return this.process.running;
  }

  /** Whether it is stopped, by `pause` or by a failpoint. */
  get paused(): boolean {
    return this.running && isPaused(this.pid);
  }

  /** SIGKILL, to all of it. Resolves when it is gone. */
  async kill(): Promise<void> {
    const pids = this.running ? signalTree(this.pid, 'SIGKILL') : [];
    await this.process.kill();
    await eventually(() => {
      if (!pids.every(isGone)) throw new Error(`${this.process.spec.name} outlives SIGKILL.`);
    });
  }

  /** SIGSTOP, to all of it: connections stay open and nothing answers. */
  pause(): void {
    if (this.running) signalTree(this.pid, 'SIGSTOP');
  }

  /** SIGCONT. */
  resume(): void {
    if (this.running) signalTree(this.pid, 'SIGCONT');
  }

  /** An orderly end: SIGTERM, or what the engine calls orderly. */
  async stop(): Promise<void> {
    this.resume();
    await this.process.stop();
  }
}

/** Postgres, Redis or NATS. Redis and NATS keep nothing on disk: they always come back empty. */
export class TestEngine extends Part {
  /** The owner's URL, without a proxy. */
  readonly url: string;

  constructor(engine: Engine) {
    if (!engine.process) throw new Error(`${engine.name} is not a private one.`);
    super(engine.process);
    this.url = engine.url;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    await this.process.start();
  }

  /** NATS alone: adds a line to its configuration, for its next starts. */
  async configure(line: string): Promise<void> {
    await appendFile(this.process.spec.args.at(-1) ?? '', `${line}\n`);
  }

  /** NATS alone: changes its configuration, which it reads again at once. Whom it no longer admits, it disconnects. */
  async reload(change: (configuration: string) => string): Promise<void> {
    const file = this.process.spec.args.at(-1) ?? '';
    await writeFile(file, change(await readFile(file, 'utf8')));
    this.process.signal('SIGHUP');
  }

  /** Postgres alone: the folder of its data. @throws while it runs */
  get stoppedData(): string {
    const data = this.process.spec.args[this.process.spec.args.indexOf('-D') + 1];
    if (data === undefined || this.running) throw new Error('Only a Postgres that is stopped has data to copy.');
    return data;
  }

  /** Where it listens, on 127.0.0.1. */
  get port(): number {
    return Number(new URL(this.url).port);
  }

  /**
   * Postgres alone: keeps a copy of its data as it is now. Stop it first.
   * @returns puts the copy back in the place of the data; stop it first here too
   */
  async saveData(): Promise<() => Promise<void>> {
    const data = this.stoppedData;
    const copy = `${data}.saved`;
    await rm(copy, { recursive: true, force: true });
    await run('cp', ['-a', data, copy]);
    return async () => {
      if (this.running) throw new Error('Stop Postgres before its data is replaced.');
      await rm(data, { recursive: true, force: true });
      await run('cp', ['-a', copy, data]);
    };
  }
}

/** A service of Burgee, one replica. */
export class TestService extends Part {
  readonly name: string;
  readonly url: string;
  /** The internal port: /metrics, /status. */
  readonly opsUrl: string;
  private readonly spec: ServiceSpec;
  private earlierCrash: string | undefined;

  constructor(service: RunningService) {
    super(service.process);
    this.name = service.name;
    this.url = service.url;
    this.opsUrl = service.opsUrl;
    this.spec = service.spec;
  }

  /** The value of a setting. */
  setting(name: string): string {
    return this.spec.env[name] ?? '';
  }

  /** The end of everything it has printed so far is in this file. */
  get logFile(): string {
    return this.process.spec.logFile ?? '';
  }

  /** Its output at its last crash, if any. */
  get crash(): string | undefined {
    return this.process.crash ?? this.earlierCrash;
  }

  /** A second replica, on ports of its own, once it is ready. It is for the caller to stop. */
  async replica(settings: Record<string, string> = {}): Promise<TestService> {
    const { cwd = '', logFile = '' } = this.process.spec;
    const [port, opsPort] = [await freePort(), await freePort()];
    const name = `${this.name}-2`;
    const env = { ...this.spec.env, ...settings, PORT: String(port), OPS_PORT: String(opsPort) };
    const spec = { ...this.spec, name, port, opsPort, env };
    const process = serviceProcess(cwd, join(logFile, '..'), spec, false);
    await process.start();
    const local = (at: number) => `http://127.0.0.1:${at}`;
    return new TestService({ name, url: local(port), opsUrl: local(opsPort), process, spec });
  }

  /** Starts it again, with settings changed for this time; resolves when it is ready. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const { cwd = '', logFile = '' } = this.process.spec;
    const spec = { ...this.spec, env: { ...this.spec.env, ...settings } };
    this.earlierCrash = this.crash;
    this.process = serviceProcess(cwd, join(logFile, '..'), spec, false);
    await this.process.start();
  }
}
