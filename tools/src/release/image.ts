import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';

export interface ImageSource {
  version: string;
  /** The commit, and its time in seconds: every file of the image has it. */
  commit: string;
  seconds: number;
  /** The base image. Default: the Dockerfile's. */
  nodeImage?: string | undefined;
}

/** A program's arguments. */
type Arguments = string[];

const sharedArguments = ({ version, commit, nodeImage }: ImageSource): Arguments => [
  '--file=deploy/Dockerfile',
  `--build-arg=COMMIT=${commit}`,
  `--tag=burgee:${version}`,
  ...(nodeImage ? [`--build-arg=NODE_IMAGE=${nodeImage}`] : []),
  '.',
];

/** How each program that can writes the image into an OCI archive; Buildah builds for the machine's own platform. Pure. */
export const IMAGE_BUILDERS = {
  docker: (source: ImageSource, file: string): Arguments[] => [
    [
      'buildx',
      'build',
      '--platform=linux/amd64,linux/arm64',
      `--build-arg=SOURCE_DATE_EPOCH=${source.seconds}`,
      `--output=type=oci,dest=${file},rewrite-timestamp=true`,
      ...sharedArguments(source),
    ],
  ],
  buildah: (source: ImageSource, file: string): Arguments[] => [
    ['build', '--isolation=chroot', `--timestamp=${source.seconds}`, ...sharedArguments(source)],
    ['push', '--quiet', `burgee:${source.version}`, `oci-archive:${file}:burgee:${source.version}`],
  ],
};

function canRun(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Builds the image by Docker, or else by Buildah. @throws what to install when there is neither, or what the build said */
export function buildImage(root: string, source: ImageSource, file: string): void {
  const builder = canRun('docker', 'buildx', 'version') ? 'docker' : 'buildah';
  if (builder === 'buildah' && !canRun('buildah', '--version'))
    throw new Error('No image: there is neither docker with buildx nor buildah on PATH. Install one of them.');
  console.log(`Building ${basename(file)} by ${builder}, which takes minutes …`);
  for (const args of IMAGE_BUILDERS[builder](source, file))
    execFileSync(builder, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}
