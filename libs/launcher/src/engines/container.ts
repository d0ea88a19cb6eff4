import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { Report } from '../report.js';
import { onPath } from './debian-packages.js';
import { FIXED_NATS } from './nats-version.js';

const run = promisify(execFile);
const ANSWERS_WITHIN_MILLISECONDS = 15_000;
const PULL_MILLISECONDS = 300_000;

/** The same images as in docker-compose.yml, which a test compares. */
export const IMAGES = {
  redis: 'docker.io/library/redis:8.8.2-alpine',
  nats: `docker.io/library/nats:${FIXED_NATS}-alpine`,
} as const;

/** A program of an image, run by Docker or Podman. */
export interface Container {
  /** The path of docker or podman. */
  tool: string;
  image: string;
  program: string;
}

export interface ContainerRun {
  /** The folder of its configuration, read-only and under the same path in the container. */
  dataDir: string;
  port: number;
  args: string[];
  user?: { uid: number; gid: number };
}

/**
 * The command that runs it in the foreground: signals reach the program, and the container ends with it. First removes
 * the container of an earlier run on this folder, which is left over when that run was killed.
 */
export function containerCommand(
  { tool, image, program }: Container,
  { dataDir, port, args, user }: ContainerRun,
): { command: string; args: string[] } {
  const name = `burgee-${program}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const isPodman = tool.endsWith('podman');
  const options = [
    '--rm',
    `--name=${name}`,
    `--entrypoint=${program}`,
    `--publish=127.0.0.1:${port}:${port}`,
    `--volume=${dataDir}:${dataDir}:ro`,
    // SELinux would require relabeling the folder before a container may read it.
    '--security-opt=label=disable',
    '--security-opt=no-new-privileges',
    '--cap-drop=ALL',
    '--read-only',
    ...(user ? [`--user=${user.uid}:${user.gid}`] : []),
    // Rootless Podman maps user ids to other ones inside.
    ...(isPodman && user && user.uid !== 0 ? ['--userns=keep-id'] : []),
  ];
  const script = '"$0" rm --force "$1" >/dev/null 2>&1; shift; exec "$0" run "$@"';
  return { command: '/bin/sh', args: ['-c', script, tool, name, ...options, image, ...args] };
}

async function answers(tool: string): Promise<boolean> {
  return run(tool, ['info'], { timeout: ANSWERS_WITHIN_MILLISECONDS }).then(
    () => true,
    () => false,
  );
}

/**
 * The first of Docker and Podman that responds, with the image pulled. @throws when neither responds, or the image
 * cannot be pulled
 */
export async function findContainer(engine: keyof typeof IMAGES, report: Report): Promise<Container> {
  const [image, program] = [IMAGES[engine], `${engine}-server`];
  for (const tool of ['docker', 'podman'].map(onPath)) {
    if (!tool || !(await answers(tool))) continue;
    const isHere = await run(tool, ['image', 'inspect', image]).catch(() => undefined);
    if (!isHere) await report(`Pulling ${image}`, () => run(tool, ['pull', image], { timeout: PULL_MILLISECONDS }));
    return { tool, image, program };
  }
  throw new Error('neither Docker nor Podman answers');
}
