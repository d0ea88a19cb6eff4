import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const succeeds = (...args: string[]) =>
  execute('buildah', args).then(
    () => true,
    () => false,
  );

/**
 * What `npm run release:images` is told about the images to begin with: nothing where those of the Dockerfile can be
 * pulled, and otherwise the names of some that are made here.
 */
export async function baseImages(root: string): Promise<string[]> {
  const text = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8');
  const names = [...text.matchAll(/^ARG (?:NODE|GO)_IMAGE=(\S+)$/gm)].map(([, name]) => `docker.io/library/${name}`);
  const pulled = await Promise.all(names.map((name) => succeeds('pull', '--quiet', '--retry=0', name)));
  if (names.length === 2 && pulled.every(Boolean)) return [];
  const version = /^ARG NODE_IMAGE=node:([\d.]+)/m.exec(text)?.[1];
  const [node, go] = [`localhost/burgee-base-node:${version}`, `localhost/burgee-base-go:${version}`];
  if (!(await succeeds('inspect', '--type=image', go))) {
    console.log('  Making base images of Debian, which takes minutes, once');
    await execute(join(root, 'deploy', 'verify', 'make-bases.sh'), { maxBuffer: 64 * 1024 * 1024 });
  }
  return [`--node-image=${node}`, `--go-image=${go}`];
}
