import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packAll } from '../package/main.js';
import { makeSbom, writeSbom } from '../supply/sbom.js';
import { checksums } from './checksums.js';
import { datedSbom } from './dated-sbom.js';
import { chartFile, readCheckout, readCommit, readSubjects } from './git.js';
import { buildImage } from './image.js';
import { refusals } from './refusals.js';
import { releaseNotes } from './release-notes.js';

const PACKAGES = '.packages';

async function packPackages(root: string, target: string): Promise<void> {
  const folder = join(root, PACKAGES);
  rmSync(folder, { recursive: true, force: true });
  for (const { filename } of await packAll(root, folder)) copyFileSync(join(folder, filename), join(target, filename));
}

interface ReleaseOptions {
  /** Says what would be made. */
  isDryRun: boolean;
  /** Makes the image too. */
  hasImage: boolean;
  nodeImage?: string | undefined;
}

/**
 * `npm run release`: what a release consists of, in `dist/release`. From one commit always the same bytes, by one version of Node.
 * @returns whether there was a release to make
 */
export async function release(root: string, { isDryRun, hasImage, nodeImage }: ReleaseOptions): Promise<boolean> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = readCommit(root);
  const reasons = refusals(readCheckout(root, version));
  for (const reason of reasons) console.error(`No release: ${reason}.`);
  const seconds = commit.time.getTime() / 1000;
  const notes = releaseNotes(version, commit.time.toISOString().slice(0, 10), readSubjects(root, version));
  const target = join(root, 'dist', 'release');
  if (isDryRun)
    console.log(`Would write packages, chart, SBOM, notes and checksums of ${version} to ${target}.\n\n${notes}`);
  if (isDryRun || reasons.length > 0) return reasons.length === 0;

  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await packPackages(root, target);
  writeFileSync(join(target, `burgee-chart-${version}.tgz`), chartFile(root));
  writeSbom(datedSbom(await makeSbom(root), commit.id, commit.time), join(target, 'sbom.cdx.json'));
  writeFileSync(join(target, 'release-notes.md'), notes);
  if (hasImage)
    buildImage(root, { version, commit: commit.id, seconds, nodeImage }, join(target, `burgee-image-${version}.tar`));
  writeFileSync(join(target, 'SHA256SUMS'), checksums(target));
  console.log(readFileSync(join(target, 'SHA256SUMS'), 'utf8'));
  if (!hasImage) console.log('Without the image: --image makes it too, by Docker or Buildah.');
  return true;
}
