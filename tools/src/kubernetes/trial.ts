import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@burgee/testing';
import { parseManifests } from '../chart/parse-manifests.js';
import { renderCases } from '../chart/render-chart.js';
import type { ControlPlane } from './control-plane.js';
import { commandsOf, valuesOf } from './page-commands.js';

const execute = promisify(execFile);

const [TEST_POD, DRAINED] = ['burgee-test', 'node-north'];
const PATIENCE_MILLISECONDS = 120_000;
/** Their definitions come with what they belong to, not with Kubernetes. */
const OF_OTHERS = new Set(['ServiceMonitor', 'PrometheusRule', 'HTTPRoute', 'BackendConfig']);
/** The test's pod and the migrations: Kubernetes keeps their logs for a day. */
const LEFT_FOR_A_WHILE = /^(Pod burgee-test|(Pod|Job) burgee-migrate-\S+)$/;
/** The status of a pod that has succeeded. */
const SUCCEEDED = JSON.stringify({ status: { phase: 'Succeeded' } });

interface Listed {
  items: {
    kind: string;
    metadata: { name: string; resourceVersion: string; labels?: Record<string, string> };
    spec: { replicas?: number; nodeName?: string; template?: { spec: { containers: { image: string }[] } } };
    status: { readyReplicas?: number; succeeded?: number; phase?: string };
  }[];
}

/** One cluster, and the commands of docs/operate/kubernetes.md in it. */
export class Trial {
  private readonly page: string;

  /** @param folder a copy of the tree in links, where the page's commands are run */
  constructor(
    private readonly root: string,
    private readonly folder: string,
    private readonly plane: ControlPlane,
    private readonly path: string,
  ) {
    this.page = readFileSync(join(root, 'docs', 'operate', 'kubernetes.md'), 'utf8');
  }

  /** The steps, in their order: each builds on the one before. */
  steps(): [string, () => Promise<void>][] {
    return [
      ...renderCases(this.root).map(({ golden, name }): [string, () => Promise<void>] => [
        `the API server takes all that ${name} renders, every field of it`,
        () => this.dryRun(golden),
      ]),
      ...this.ofPage('From an empty cluster to a live flag'),
      ['everything is ready, spread over zones', () => this.expectReady()],
      ...this.pageWithValues(),
      ['everything is ready without the engines', () => this.expectReady()],
      ['a node is drained: one pod of each service at a time, none is left there', () => this.drain()],
      ...this.ofPage('Upgrade, roll back, remove'),
      ['what is left is what the page says', () => this.expectRemoved()],
    ];
  }

  private ofPage(heading: string): [string, () => Promise<void>][] {
    return commandsOf(this.page, heading).map((command) => [command, () => this.run(command)]);
  }

  private pageWithValues(): [string, () => Promise<void>][] {
    const heading = 'With your own engines';
    writeFileSync(join(this.folder, 'burgee.yaml'), valuesOf(this.page, heading));
    return this.ofPage(heading);
  }

  /** Runs a command of the page, and reports the pod of `helm test` as succeeded, since no container runs. */
  private async run(command: string): Promise<void> {
    const env = { ...process.env, KUBECONFIG: this.plane.kubeconfig, PATH: this.path, VERSION: '0.1.1' };
    const running = execute('bash', ['-euo', 'pipefail', '-c', command], { cwd: this.folder, env });
    await Promise.all([running, command.startsWith('helm test') && this.finishTest()]);
  }

  private async finishTest(): Promise<void> {
    await eventually(async () => {
      const phase = await this.plane.kubectl(
        '--namespace=burgee',
        'get',
        'pod',
        TEST_POD,
        '--output=jsonpath={.status.phase}',
      );
      if (phase !== 'Running') throw new Error(`The pod of the test is ${phase}.`);
    }, PATIENCE_MILLISECONDS);
    await this.plane.kubectl(
      '--namespace=burgee',
      'patch',
      'pod',
      TEST_POD,
      '--subresource=status',
      '--type=merge',
      '--patch',
      SUCCEEDED,
    );
  }

  private async dryRun(golden: string): Promise<void> {
    const known = parseManifests(readFileSync(join(this.root, golden), 'utf8')).filter(
      ({ kind }) => !OF_OTHERS.has(kind),
    );
    const file = join(this.folder, 'rendered.json');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: known }));
    await this.plane.kubectl(
      'create',
      '--dry-run=server',
      '--validate=strict',
      '--namespace=default',
      '--filename',
      file,
    );
  }

  private async list(kinds: string): Promise<Listed['items']> {
    const { items } = JSON.parse(
      await this.plane.kubectl('--namespace=burgee', 'get', kinds, '--output=json'),
    ) as Listed;
    return items;
  }

  /** Includes the minimum replicas of each HPA. */
  private expectReady(): Promise<void> {
    return eventually(() => this.assertReady(), PATIENCE_MILLISECONDS);
  }

  private async assertReady(): Promise<void> {
    for (const { kind, metadata, spec, status } of await this.list('deployments,statefulsets'))
      if (status.readyReplicas !== spec.replicas)
        throw new Error(`${kind} ${metadata.name} has ${status.readyReplicas} of ${spec.replicas} replicas.`);
    const pods = await this.list('pods');
    const nodes = pods
      .filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] === 'sdk-gateway')
      .map(({ spec }) => spec.nodeName);
    if (nodes.length < 2 || new Set(nodes).size !== nodes.length)
      throw new Error(`The sdk-gateways are on ${nodes.join(', ')}.`);
  }

  private async drain(): Promise<void> {
    await this.plane.kubectl(
      'drain',
      DRAINED,
      '--ignore-daemonsets',
      '--delete-emptydir-data',
      '--force',
      '--timeout=180s',
    );
    await this.expectReady();
    const left = (await this.list('pods')).filter(({ spec }) => spec.nodeName === DRAINED);
    if (left.length > 0) throw new Error(`${left.map(({ metadata }) => metadata.name).join(', ')} did not move.`);
    await this.plane.kubectl('uncordon', DRAINED);
  }

  private async expectRemoved(): Promise<void> {
    await eventually(async () => {
      const left = await this.list('all,ingresses,networkpolicies,poddisruptionbudgets');
      const names = left
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
        .filter((name) => !LEFT_FOR_A_WHILE.test(name));
      if (names.length > 0) throw new Error(`${names.join(', ')} are left.`);
    }, PATIENCE_MILLISECONDS);
    const kept = (await this.list('secrets')).map(({ metadata }) => metadata.name);
    if (!kept.includes('burgee')) throw new Error('The Secret is gone.');
  }
}
