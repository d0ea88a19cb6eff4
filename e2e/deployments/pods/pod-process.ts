import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, ManagedProcess } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import type { RenderedPod } from './rendered-pod.js';

/** A place for a pod, with ports of its own, since all share one machine. */
export interface Slot {
  name: string;
  port: number;
  opsPort: number;
  /** The volume. */
  folder: string;
  logFile: string;
}

export async function makeSlot(name: string, dataDir: string): Promise<Slot> {
  const folder = join(dataDir, 'volumes', name);
  mkdirSync(folder, { recursive: true });
  return { name, port: await freePort(), opsPort: await freePort(), folder, logFile: join(dataDir, `${name}.log`) };
}

/** A rendered pod as a process of the build at `root`: its command, its variables, its probes, its signals. */
export class PodProcess {
  private readonly process: ManagedProcess;

  constructor(
    private readonly pod: RenderedPod,
    readonly slot: Slot,
    variables: Record<string, string>,
    root: string,
  ) {
    const { name, port, opsPort, folder, logFile } = slot;
    const own = { PORT: String(port), OPS_PORT: String(opsPort), HOST: '127.0.0.1', OPS_HOST: '127.0.0.1' };
    const volume = 'LAST_KNOWN_GOOD_DIR' in variables ? { LAST_KNOWN_GOOD_DIR: folder } : {};
    this.process = new ManagedProcess(
      {
        name,
        command: process.execPath,
        args: pod.command.slice(1),
        // The image says NODE_ENV.
        env: { NODE_ENV: 'production', ...variables, ...own, ...volume },
        cwd: root,
        logFile,
        stopSignal: 'SIGTERM',
        stopWithinMs: pod.graceSeconds * 1_000,
        ready: () => eventually(() => this.probe(pod.readinessPath), 120_000, 250),
      },
      { restart: false },
    );
  }

  /** Resolves when it is ready. */
  start(): Promise<void> {
    return this.process.start();
  }

  private async probe(path: string): Promise<void> {
    const { status } = await fetch(`http://127.0.0.1:${this.slot.opsPort}${path}`);
    if (status !== 200) throw new Error(`${this.slot.name} answers ${status} at ${path}`);
  }

  /**
   * SIGTERM, and SIGKILL when the grace is over.
   * @returns which part of the grace it has taken, and whether its liveness was green while it stopped
   */
  async stop(): Promise<{ graceUsed: number; isAlive: boolean }> {
    const startedAt = Date.now();
    const ending = this.process.stop();
    const isAlive = await this.probe(this.pod.livenessPath).then(
      () => true,
      () => false,
    );
    await ending;
    return { graceUsed: (Date.now() - startedAt) / 1_000 / this.pod.graceSeconds, isAlive };
  }

  async kill(): Promise<void> {
    await this.process.kill();
  }
}
