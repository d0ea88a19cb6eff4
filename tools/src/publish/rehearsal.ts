import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programsDir } from '@burgee/launcher';
import { buildProgram, sharedPrograms } from '../chart/build-programs.js';
import { KUBERNETES } from '../chart/render-chart.js';
import { PLATFORM } from '../release/image.js';
import { baseImages } from './base-images.js';
import { type LocalRegistry, startImageRegistry, startPackageRegistry } from './local-registries.js';
import { pageScript } from './page-script.js';
import { scriptOf } from './workflow-job.js';

const execute = promisify(execFile);
const NOISY = { maxBuffer: 256 * 1024 * 1024 };
/** What npm and Jest tell their children would change what a build makes, and where npm installs. */
const OF_THIS_RUN = /^(?:npm_|JEST_|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$)/;

/** Runs what `release.yml` runs, and what people do with a release, on registries of this machine. */
export class Rehearsal {
  readonly version: string;
  private readonly page: string;
  private readonly workflow: string;

  private constructor(
    /** A clone of the last commit, with the release's tag. */
    readonly clone: string,
    /** For everything else; it goes with `stop`. */
    readonly work: string,
    readonly images: LocalRegistry,
    readonly packages: LocalRegistry,
    private readonly bases: readonly string[],
  ) {
    const read = (...path: string[]) => readFileSync(join(clone, ...path), 'utf8');
    ({ version: this.version } = JSON.parse(read('package.json')) as { version: string });
    this.page = read('docs', 'operate', 'releases.md');
    this.workflow = read('.github', 'workflows', 'release.yml');
  }

  static async start(root: string): Promise<Rehearsal> {
    const folder = sharedPrograms(root);
    const cosign = await buildProgram('cosign', folder);
    const crane = await buildProgram('crane', folder);
    const helm = await buildProgram('helm', folder);
    const registry = await buildProgram('registry', folder);
    const bases = await baseImages(root);
    const work = mkdtempSync(join(tmpdir(), 'burgee-publish-'));
    const clone = join(work, 'clone');
    await execute('git', ['clone', '--quiet', root, clone]);
    const images = await startImageRegistry(registry, join(work, 'images'));
    const { stdout: upstream } = await execute('npm', ['config', 'get', 'registry'], { cwd: tmpdir() });
    const packages = await startPackageRegistry(programsDir(root), join(work, 'packages'), upstream.trim());
    writeFileSync(join(work, 'npmrc'), `//${packages.address}/:_authToken=${packages.token}\n`);
    const rehearsal = new Rehearsal(clone, work, images, packages, bases);
    await rehearsal.makeKeys(cosign);
    rehearsal.addCommand('crane', `exec ${crane} "$@"`);
    // A Helm that Go builds from its module claims to be for a Kubernetes of long ago.
    const words = `push) exec ${helm} "$@" --plain-http ;; template) exec ${helm} "$@" --kube-version=${KUBERNETES}`;
    rehearsal.addCommand('helm', `case $1 in ${words} ;; *) exec ${helm} "$@" ;; esac`);
    await rehearsal.run(`git tag --force v${rehearsal.version}`, clone);
    return rehearsal;
  }

  private addCommand(name: string, script: string): void {
    const folder = join(this.work, 'bin');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }

  /** Here cosign signs with a key of its own, in place of the workflow's identity, and without a public log. */
  private async makeKeys(cosign: string): Promise<void> {
    this.addCommand('cosign', `exec ${cosign} "$@"`);
    for (const name of ['cosign', 'other'])
      await this.run(`cosign generate-key-pair --output-key-prefix=${name}`, this.work);
    const withKey = `exec ${cosign} "$command" --key=${join(this.work, 'cosign.key')} --tlog-upload=false --use-signing-config=false "$@"`;
    const script = `case $1 in sign* | attest) command=$1; shift; ${withKey} ;; *) exec ${cosign} "$@" ;; esac`;
    this.addCommand('cosign', script);
  }

  /** Runs bash as the workflow does. @returns what it prints @throws with what it said */
  async run(script: string, cwd: string, variables: NodeJS.ProcessEnv = {}): Promise<string> {
    const kept = Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name));
    const env = {
      ...Object.fromEntries(kept),
      PATH: `${join(this.work, 'bin')}:${process.env.PATH}`,
      npm_config_userconfig: join(this.work, 'npmrc'),
      COSIGN_PASSWORD: '',
      GITHUB_REF_NAME: `v${this.version}`,
      REGISTRY: this.images.address,
      ...variables,
    };
    const { stdout } = await execute('bash', ['-eo', 'pipefail', '-c', script], { ...NOISY, cwd, env });
    return stdout;
  }

  /** Runs a job of the workflow. */
  job(name: string, cwd: string, replacements?: Record<string, string>): Promise<string> {
    console.log(`  The job ${name} …`);
    return this.run(scriptOf(this.workflow, name, replacements), cwd);
  }

  /** A new folder; with parts of what the workflow has built, as a job downloads them. */
  folder(name: string, artifacts: Record<string, string> = {}): string {
    const path = join(this.work, name);
    mkdirSync(path);
    for (const [from, to] of Object.entries(artifacts))
      cpSync(join(this.clone, 'dist', from), join(path, to), { recursive: true });
    return path;
  }

  /** All of the workflow after its tests. */
  async publish(): Promise<void> {
    const { clone, packages, bases } = this;
    await this.job('build', clone);
    const named = ['npm run release:images --', ...bases].join(' ');
    await this.job('images', clone, { 'npm run release:images --': named });
    await this.job('join-images', clone, { '--join=amd64,arm64': `--join=${PLATFORM}` });
    await this.job('sign-images', this.folder('sign', { release: 'release', images: 'images' }));
    await this.job('chart', this.folder('chart', { release: '' }));
    await this.publishPackages();
    await this.job('release', this.folder('release', { release: '' }));
    console.log(`  Published ${this.version} to ${packages.address} and ${this.images.address}`);
  }

  publishPackages(): Promise<string> {
    return this.job('packages', this.clone, { ' --provenance': ` --registry=http://${this.packages.address}/` });
  }

  /** Runs the commands of a section of docs/operate/releases.md. @param key whose signatures are asked for */
  follow(heading: string, cwd: string, key = 'cosign', replacements: Record<string, string> = {}): Promise<string> {
    const variables = {
      VERSION: this.version,
      REGISTRY: this.images.address,
      SIGNER: `(--key=${join(this.work, `${key}.pub`)} --insecure-ignore-tlog)`,
    };
    const script = Object.entries(replacements).reduce(
      (text, [part, instead]) => text.replaceAll(part, instead),
      pageScript(this.page, heading, variables),
    );
    return this.run(script, cwd, { npm_config_registry: `http://${this.packages.address}/` });
  }

  async stop(): Promise<void> {
    await Promise.all([this.images.stop(), this.packages.stop()]);
    rmSync(this.work, { recursive: true, force: true });
  }
}
