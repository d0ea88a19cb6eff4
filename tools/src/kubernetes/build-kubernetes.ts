import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildProgram, KWOK, moduleFolder, runGo } from '../chart/build-programs.js';

const VERSION = '1.34.2';
const ETCD = 'go.etcd.io/etcd/server/v3';
/** As its own build does: Helm asks which version a server is. */
const STAMPED = [`gitVersion=v${VERSION}`, 'gitMajor=1', 'gitMinor=34']
  .map((set) => `-X k8s.io/component-base/version.${set}`)
  .join(' ');
const COMMANDS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'] as const;

/** How kwok's nodes and pods become ready and end, as its module has it. */
const STAGES = ['node/fast/node-initialize', 'node/heartbeat/node-heartbeat'].concat(
  ['pod-ready', 'pod-complete', 'pod-delete'].map((name) => `pod/fast/${name}`),
);

/** Paths of the programs of a control plane, and of what calls it. */
export type KubernetesPrograms = Record<(typeof COMMANDS)[number] | 'etcd' | 'kwok' | 'helm', string>;

/**
 * Kubernetes is one module that names its parts without a version: they are published under versions of their own.
 * @param modFile its go.mod
 * @returns a go.mod that builds its programs
 */
export function moduleFor(modFile: string): string {
  const parts = [...new Set([...modFile.matchAll(/^\s*(k8s\.io\/[\w-]+) v0\.0\.0$/gm)].map(([, part = '']) => part))];
  const [, etcd = ''] =
    new RegExp(String.raw`^\s*${ETCD.replaceAll('.', String.raw`\.`)} (\S+)`, 'm').exec(modFile) ?? [];
  const replaced = parts.map((part) => `replace ${part} => ${part} v0.${VERSION.slice('1.'.length)}`);
  return [
    'module burgee.example/kubernetes',
    'go 1.24',
    `require k8s.io/kubernetes v${VERSION}`,
    `require ${ETCD} ${etcd}`,
    ...replaced,
    '',
  ].join('\n');
}

/** Builds them with Go, once: 15 minutes on two cores. @throws what to install when there is no Go */
export async function buildKubernetes(folder: string, helmFolder: string): Promise<KubernetesPrograms> {
  const built = join(folder, VERSION);
  if (!existsSync(built)) {
    console.log(`  Building Kubernetes ${VERSION} and etcd with Go, which takes a quarter of an hour, once`);
    await mkdir(folder, { recursive: true });
    const work = await mkdtemp(join(folder, '.build-'));
    try {
      const modFile = join(await moduleFolder(`k8s.io/kubernetes@v${VERSION}`), 'go.mod');
      await writeFile(join(work, 'go.mod'), moduleFor(readFileSync(modFile, 'utf8')));
      const packages = [...COMMANDS.map((command) => `k8s.io/kubernetes/cmd/${command}`), ETCD];
      await runGo(['build', '-mod=mod', `-ldflags=-s -w ${STAMPED}`, '-o', join(work, 'bin', '/'), ...packages], {
        cwd: work,
      });
      await rename(join(work, 'bin', 'server'), join(work, 'bin', 'etcd'));
      await rename(join(work, 'bin'), built);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  const commands = [...COMMANDS, 'etcd' as const].map((command) => [command, join(built, command)]);
  return {
    ...(Object.fromEntries(commands) as Omit<KubernetesPrograms, 'kwok' | 'helm'>),
    kwok: await buildProgram('kwok', folder),
    helm: await buildProgram('helm', helmFolder),
  };
}

/** @returns kwok's stages for nodes and pods, as YAML */
export async function kwokStages(): Promise<string> {
  const folder = join(await moduleFolder(KWOK), 'kustomize', 'stage');
  return STAGES.map((name) => readFileSync(join(folder, `${name}.yaml`), 'utf8')).join('\n---\n');
}
