import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The module whose command acts for nodes that run nothing. */
export const KWOK = 'sigs.k8s.io/kwok@v0.8.0';
const PROMETHEUS = 'github.com/prometheus/prometheus/cmd';
const PROMETHEUS_VERSION = 'v0.316.0';

/** In exactly these versions; Go checks each against its checksum database. */
const PROGRAMS = {
  cosign: 'github.com/sigstore/cosign/v3/cmd/cosign@v3.1.3',
  crane: 'github.com/google/go-containerregistry/cmd/crane@v0.22.0',
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  kwok: KWOK.replace('@', '/cmd/kwok@'),
  prometheus: `${PROMETHEUS}/prometheus@${PROMETHEUS_VERSION}`,
  promtool: `${PROMETHEUS}/promtool@${PROMETHEUS_VERSION}`,
  registry: 'github.com/distribution/distribution/v3/cmd/registry@v3.1.2',
};

export type ProgramName = keyof typeof PROGRAMS;

/** Without what Prometheus finds services with in clouds, which is most of it. */
const TAGS = '-tags=remove_all_sd';

/** Runs this machine's Go. @throws what to install when there is none */
export async function runGo(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const env = { ...process.env, GOFLAGS: '', CGO_ENABLED: '0', ...options.env };
  try {
    return await execute('go', args, { ...options, env, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const advice = 'It builds the programs that this test needs. Get Go 1.26 or newer at https://go.dev/dl.';
    throw new Error(`There is no go on PATH. ${advice}`, { cause: error });
  }
}

/** Where the programs of a checkout are that several tests need. */
export const sharedPrograms = (root: string): string => join(root, '.burgee', 'chart');

/** Builds a program with Go, once. @returns its path */
export async function buildProgram(name: ProgramName, folder: string): Promise<string> {
  const source = PROGRAMS[name];
  const target = join(folder, `${name}-${source.split('@').at(-1)}`);
  if (existsSync(target)) return target;
  console.log(`  Building ${name} with Go, which takes minutes, once`);
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, '.build-'));
  try {
    await runGo(['install', TAGS, source], { cwd: work, env: { GOBIN: work } });
    await rename(join(work, name), target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return target;
}

/** The folder of a Go module's source, which Go downloads. @param module with its exact version */
export async function moduleFolder(module: string): Promise<string> {
  const { stdout } = await runGo(['mod', 'download', '-json', module]);
  return (JSON.parse(stdout) as { Dir: string }).Dir;
}
