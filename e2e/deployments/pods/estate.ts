import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { secretVariables } from '@burgee/launcher/secrets';
import { CLUSTER_DATABASE, type PrivateEngines, startPrivateEngines } from '@burgee/testing';
import pg from 'pg';
import { type Haproxy, startHaproxy } from '../../faults/haproxy.js';
import { makeSlot, PodProcess, type Slot } from './pod-process.js';
import { renderedPod, variablesOf } from './rendered-pod.js';

const VALUES = 'trying';
export const SERVICES = ['auth', 'flags-admin', 'audit', 'usage', 'sdk-gateway', 'api-gateway'];
const execute = promisify(execFile);

/** The pods of the chart as processes, two of each service, behind HAProxy in the place of the Services. */
export class Estate {
  private readonly secret: Record<string, string>;
  private readonly pods = new Map<string, PodProcess[]>();

  private constructor(
    private readonly own: PrivateEngines,
    private readonly haproxy: Haproxy,
    /** Three for each service: two for its pods, and one for the pod that a rollout starts first. */
    private readonly slots: ReadonlyMap<string, Slot[]>,
  ) {
    this.secret = secretVariables(own.secrets);
  }

  /** @param root of the build that runs */
  static async start(root: string): Promise<Estate> {
    const own = await startPrivateEngines(process.cwd());
    const slots = new Map<string, Slot[]>();
    for (const service of SERVICES)
      slots.set(service, await Promise.all([1, 2, 3].map((number) => makeSlot(`${service}-${number}`, own.dataDir))));
    const backends = [...slots].map(([service, some]) => [
      service,
      Object.fromEntries(some.map(({ name, port }) => [name, port])),
    ]);
    const estate = new Estate(own, await startHaproxy(Object.fromEntries(backends)), slots);
    await estate.startAll(root);
    return estate;
  }

  urlOf(service: string): string {
    return this.haproxy.urlOf(service);
  }

  async migrate(root: string): Promise<void> {
    const pod = renderedPod(VALUES, 'migrate');
    const env = { ...this.variables(pod), NODE_ENV: 'production' };
    const [, file = '', ...words] = pod.command;
    // 0.1.0 has its migration elsewhere.
    const args = existsSync(join(root, file)) ? [file, ...words] : ['tools/dist/migrate/main.js'];
    await execute(process.execPath, args, { env, cwd: root });
  }

  /** As a Deployment does it: a new pod that is ready, then the end of the oldest. @param root of the build of the new pod */
  async replaceOne(service: string, root: string): Promise<{ graceUsed: number; isAlive: boolean }> {
    const running = this.pods.get(service) ?? [];
    const free = (this.slots.get(service) ?? []).find((slot) => !running.some((pod) => pod.slot === slot))!;
    const fresh = this.podIn(service, free, root);
    await fresh.start();
    await this.haproxy.untilUp(free.name);
    const [oldest, ...others] = running;
    this.pods.set(service, [...others, fresh]);
    return oldest!.stop();
  }

  /** How many entries of a flag and an action the audit log has. */
  async countEntries(flagId: string, action: string): Promise<number> {
    const address = new URL(this.own.engines.postgres.url);
    address.pathname = `/${CLUSTER_DATABASE}`;
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from audit.entries where flag_id = $1 and action = $2',
      [flagId, action],
    );
    await client.end();
    return rows[0]?.count ?? 0;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.pods.values()].flat().map((pod) => pod.kill()));
    await this.haproxy.stop();
    await this.own.stop();
  }

  private async startAll(root: string): Promise<void> {
    await this.migrate(root);
    for (const [service, slots] of this.slots)
      this.pods.set(
        service,
        slots.slice(0, 2).map((slot) => this.podIn(service, slot, root)),
      );
    const pods = [...this.pods.values()].flat();
    await Promise.all(pods.map((pod) => pod.start()));
    await Promise.all(pods.map(({ slot }) => this.haproxy.untilUp(slot.name)));
  }

  private podIn(service: string, slot: Slot, root: string): PodProcess {
    const pod = renderedPod(VALUES, service);
    return new PodProcess(pod, slot, this.variables(pod), root);
  }

  private variables(pod: Parameters<typeof variablesOf>[0]): Record<string, string> {
    return variablesOf(pod, this.secret, (value) => this.locally(value));
  }

  /** What a name leads to in a cluster is elsewhere here: HAProxy in the place of the Services, engines at their ports. */
  private locally(value: string): string {
    const { postgres, redis, nats } = this.own.engines;
    const engines = { postgres, redis, nats };
    let text = value.replaceAll(/\bburgee-(postgres|redis|nats):\d+/g, (_all, name: keyof typeof engines) => {
      const { host } = new URL(engines[name].url);
      return host;
    });
    text = text.replaceAll(/http:\/\/burgee-([a-z-]+):\d+/g, (_all, name: string) => this.urlOf(name));
    // Pods have private addresses; these processes have loopback addresses.
    return text === 'uniquelocal' ? 'loopback' : text;
  }
}
