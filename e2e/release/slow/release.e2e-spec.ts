import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const WITHIN_MS = 300_000;
const { root } = sharedCluster();
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
let folder: string;

const run = async (cwd: string, command: string, args: string[]) =>
  (await promisify(execFile)(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout;

/** What is committed and no tag, in a folder of its own, with the packages that are installed here. */
async function clone(): Promise<void> {
  await run(root, 'git', ['clone', '--quiet', '--no-tags', root, folder]);
  const workspaces = ['apps', 'libs'].flatMap((kind) => readdirSync(join(root, kind)).map((name) => join(kind, name)));
  const installed = ['.', ...workspaces].map((workspace) => join(workspace, 'node_modules'));
  for (const one of installed.filter((path) => existsSync(join(root, path))))
    await run(root, 'cp', ['-al', join(root, one), join(folder, one)]);
}

async function release(): Promise<string> {
  await run(folder, 'git', ['clean', '-dfxq', '--exclude', 'node_modules']);
  await run(folder, process.execPath, ['tools/release.mjs']);
  return readFileSync(join(folder, 'dist', 'release', 'SHA256SUMS'), 'utf8');
}

describe('npm run release', () => {
  beforeAll(async () => {
    mkdirSync(join(root, '.burgee'), { recursive: true });
    // On the file system of the packages, which are linked, not copied.
    folder = mkdtempSync(join(root, '.burgee', 'release-'));
    await clone();
  }, WITHIN_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }), WITHIN_MS);

  it(
    'writes the same bytes each time it is built from one commit, and nothing without its tag',
    async () => {
      await expect(release()).rejects.toThrow(`No release: the commit has no tag v${version}`);
      await run(folder, 'git', ['tag', '--force', `v${version}`]);

      const first = await release();

      expect(await release()).toBe(first);
      const target = join(folder, 'dist', 'release');
      const made = readdirSync(target);
      expect(made).toEqual(
        expect.arrayContaining([
          `burgee-chart-${version}.tgz`,
          'release-notes.md',
          'sbom.cdx.json',
          'vex.cdx.json',
          'SHA256SUMS',
        ]),
      );
      expect(made.filter((name) => name.startsWith('burgee-sdk-'))).toHaveLength(1);
      expect(await run(target, 'sha256sum', ['--check', 'SHA256SUMS'])).not.toContain('FAILED');
    },
    WITHIN_MS,
  );
});
