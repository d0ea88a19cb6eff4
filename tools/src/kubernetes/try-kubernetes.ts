import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { sharedPrograms } from '../chart/build-programs.js';
import { buildKubernetes, type KubernetesPrograms } from './build-kubernetes.js';
import { startControlPlane } from './control-plane.js';
import { Trial } from './trial.js';

/** A folder with the tree in links, without its `.env`, and programs by their names. */
function linkTree(root: string, folder: string, programs: KubernetesPrograms): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of readdirSync(root)) if (name !== '.env') symlinkSync(join(root, name), join(folder, name));
  for (const name of ['kubectl', 'helm'] as const) symlinkSync(programs[name], join(bin, name));
  return [bin, process.env.PATH].join(delimiter);
}

/**
 * Installs, tests, upgrades, rolls back and removes the chart as docs/operate/kubernetes.md says, on an API server, controllers and a
 * scheduler of Kubernetes. Nodes are simulated: no container runs. @throws at the first step that fails
 */
export async function tryKubernetes(root: string): Promise<void> {
  const programs = await buildKubernetes(join(root, '.burgee', 'kubernetes'), sharedPrograms(root));
  const work = mkdtempSync(join(tmpdir(), 'burgee-kubernetes-'));
  const [folder, engine] = [join(work, 'tree'), join(work, 'control-plane')];
  mkdirSync(folder);
  mkdirSync(engine);
  const path = linkTree(root, folder, programs);
  const plane = await startControlPlane(programs, engine);
  try {
    for (const [name, step] of new Trial(root, folder, plane, path).steps()) {
      try {
        await step();
      } catch (error) {
        const { message, stderr = '' } = error as Error & { stderr?: string };
        throw new Error(`${name}: ${message}\n${stderr}`, { cause: error });
      }
    }
  } finally {
    await plane.stop();
    rmSync(work, { recursive: true, force: true });
  }
}
