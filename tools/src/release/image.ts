import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The images that are published, by the stage of the Dockerfile. */
export const IMAGES = {
  burgee: 'burgee',
  edge: 'burgee-edge',
  operator: 'burgee-operator',
  'all-in-one': 'burgee-all-in-one',
} as const;
type Stage = keyof typeof IMAGES;

export interface ImageSource {
  version: string;
  /** The commit, and its time in seconds: every file of the image has it. */
  commit: string;
  seconds: number;
  /** The base image. Default: the Dockerfile's. */
  nodeImage?: string | undefined;
  /** The image that builds NATS. Default: the Dockerfile's. */
  goImage?: string | undefined;
}

/** A program's arguments. */
type Arguments = string[];

const sharedArguments = ({ commit, nodeImage, goImage }: ImageSource, stage: Stage, tag: string): Arguments => [
  '--file=deploy/Dockerfile',
  `--target=${stage}`,
  `--build-arg=COMMIT=${commit}`,
  `--tag=${tag}`,
  ...(nodeImage ? [`--build-arg=NODE_IMAGE=${nodeImage}`] : []),
  ...(goImage ? [`--build-arg=GO_IMAGE=${goImage}`] : []),
  '.',
];

/** A registry on this machine has no certificate. */
const tlsOf = (reference: string): Arguments =>
  /^(localhost|127\.0\.0\.1)[:/]/.test(reference) ? ['--tls-verify=false'] : [];

interface ImageBuilder {
  /** Writes the image of all services into an OCI archive. */
  archive: (source: ImageSource, file: string) => Arguments[];
  /** Builds an image for this machine's platform and pushes it. */
  push: (source: ImageSource, stage: Stage, reference: string) => Arguments[];
  /** Publishes one name for the images of several platforms; what is printed or written at the end names its digest. */
  join: (reference: string, parts: string[], digestFile: string) => Arguments[];
  digestIn: (printed: string, digestFile: string) => string;
}

/** How each program that can does it. Pure, but for reading a digest. */
export const IMAGE_BUILDERS: Record<'docker' | 'buildah', ImageBuilder> = {
  docker: {
    archive: (source, file) => [
      [
        'buildx',
        'build',
        '--platform=linux/amd64,linux/arm64',
        `--build-arg=SOURCE_DATE_EPOCH=${source.seconds}`,
        `--output=type=oci,dest=${file},rewrite-timestamp=true`,
        ...sharedArguments(source, 'burgee', `burgee:${source.version}`),
      ],
    ],
    push: (source, stage, reference) => [
      [
        'buildx',
        'build',
        // Its own says when it was built. The workflow attests where and of what.
        '--provenance=false',
        `--build-arg=SOURCE_DATE_EPOCH=${source.seconds}`,
        '--output=type=registry,rewrite-timestamp=true',
        ...sharedArguments(source, stage, reference),
      ],
    ],
    join: (reference, parts) => [
      ['buildx', 'imagetools', 'create', `--tag=${reference}`, ...parts],
      ['buildx', 'imagetools', 'inspect', '--format={{json .Manifest}}', reference],
    ],
    digestIn: (printed) => (JSON.parse(printed) as { digest: string }).digest,
  },
  buildah: {
    archive: (source, file) => [
      [
        'build',
        '--isolation=chroot',
        `--timestamp=${source.seconds}`,
        ...sharedArguments(source, 'burgee', `burgee:${source.version}`),
      ],
      ['push', '--quiet', `burgee:${source.version}`, `oci-archive:${file}:burgee:${source.version}`],
    ],
    push: (source, stage, reference) => [
      [
        'build',
        '--isolation=chroot',
        // What several images begin with is built once.
        '--layers',
        `--timestamp=${source.seconds}`,
        ...sharedArguments(source, stage, reference),
      ],
      ['push', '--quiet', ...tlsOf(reference), reference, `docker://${reference}`],
    ],
    join: (reference, parts, digestFile) => [
      ['manifest', 'create', ...tlsOf(reference), reference, ...parts.map((part) => `docker://${part}`)],
      [
        'manifest',
        'push',
        '--all',
        '--format=oci',
        // So that it can be made again.
        '--rm',
        ...tlsOf(reference),
        `--digestfile=${digestFile}`,
        reference,
        `docker://${reference}`,
      ],
    ],
    digestIn: (_printed, digestFile) => readFileSync(digestFile, 'utf8').trim(),
  },
};

function canRun(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @throws what to install when there is neither program */
function findBuilder(): 'docker' | 'buildah' {
  if (canRun('docker', 'buildx', 'version')) return 'docker';
  if (canRun('buildah', '--version')) return 'buildah';
  throw new Error('No image: there is neither docker with buildx nor buildah on PATH. Install one of them.');
}

/** Runs one after the other. @returns what the last one prints */
function runAll(root: string, program: string, commands: Arguments[]): string {
  const printed = commands.map((args) =>
    execFileSync(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  return String(printed.at(-1));
}

/** Builds the image by Docker, or else by Buildah. @throws what to install when there is neither, or what the build said */
export function buildImage(root: string, source: ImageSource, file: string): void {
  const builder = findBuilder();
  console.log(`Building ${basename(file)} by ${builder}, which takes minutes …`);
  runAll(root, builder, IMAGE_BUILDERS[builder].archive(source, file));
}

/** An image of one platform, or, without a platform, the image of all platforms. */
export const referenceTo = (registry: string, name: string, version: string, platform?: string): string =>
  `${registry.toLowerCase()}/${name}:${version}${platform ? `-${platform}` : ''}`;

/** This machine's platform, as images call it. */
export const PLATFORM = ({ x64: 'amd64', arm64: 'arm64' } as Record<string, string>)[process.arch];

/** Builds and pushes every image for this machine's platform. */
export function pushImages(root: string, source: ImageSource, registry: string): void {
  const builder = findBuilder();
  for (const [stage, name] of Object.entries(IMAGES)) {
    const reference = referenceTo(registry, name, source.version, PLATFORM);
    console.log(`Building ${reference} by ${builder}, which takes minutes …`);
    runAll(root, builder, IMAGE_BUILDERS[builder].push(source, stage as Stage, reference));
  }
}

/** Publishes each image under one name for all platforms, and writes their digests to `dist/images/SHA256SUMS`. */
export function joinImages(root: string, version: string, registry: string, platforms: string[]): void {
  const builder = findBuilder();
  const folder = join(root, 'dist', 'images');
  mkdirSync(folder, { recursive: true });
  const lines = Object.values(IMAGES).map((name) => {
    const reference = referenceTo(registry, name, version);
    const parts = platforms.map((platform) => referenceTo(registry, name, version, platform));
    const digestFile = join(folder, `${name}.digest`);
    const { join: joined, digestIn } = IMAGE_BUILDERS[builder];
    const digest = digestIn(runAll(root, builder, joined(reference, parts, digestFile)), digestFile);
    return `${digest.replace('sha256:', '')}  ${registry.toLowerCase()}/${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  console.log(lines.join(''));
}
