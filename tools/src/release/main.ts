import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageAll } from '../package/main.js';
import { pack } from '../package/pack.js';
import { makeSbom, writeCycloneDx } from '../supply/sbom.js';
import { linkVex, readVex } from '../supply/vex.js';
import { checksums } from './checksums.js';
import { datedSbom } from './dated-sbom.js';
import { chartFile, readCheckout, readCommit } from './git.js';
import { buildImage, type ImageSource, joinImages, pushImages } from './image.js';
import { faultsOf } from './package-faults.js';
import { refusals } from './refusals.js';
import { releaseNotes } from './release-notes.js';

const PACKAGES = '.packages';

const readManifest = (root: string) =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string; repository?: { url: string } };

/** The notes of a version. undefined if the changelog has none. */
function readNotes(root: string): string | undefined {
  const { version, repository } = readManifest(root);
  const home = repository?.url.replace(/^git\+|\.git$/g, '');
  const files = home && `${home}/blob/v${version}`;
  return releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, files);
}

/** Says why there is no release. @returns whether there is one */
function accept(reasons: string[]): boolean {
  for (const reason of reasons) console.error(`No release: ${reason}.`);
  return reasons.length === 0;
}

interface ReleaseOptions {
  /** The tag that asks for the release. */
  tag?: string | undefined;
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
export async function release(root: string, { tag, isDryRun, hasImage, nodeImage }: ReleaseOptions): Promise<boolean> {
  const { version } = readManifest(root);
  const commit = readCommit(root);
  const notes = readNotes(root);
  const isAccepted = accept([
    ...refusals({ ...readCheckout(root, version), tag }),
    ...(notes === undefined ? [`CHANGELOG.md has no section of ${version}`] : []),
  ]);
  const seconds = commit.time.getTime() / 1000;
  const target = join(root, 'dist', 'release');
  if (isDryRun)
    console.log(
      `Would write packages, chart, SBOM, VEX, notes and checksums of ${version} to ${target}.\n\n${notes ?? ''}`,
    );
  if (isDryRun || !isAccepted || notes === undefined) return isAccepted;

  const packages = join(root, PACKAGES);
  rmSync(packages, { recursive: true, force: true });
  const folders = await packageAll(root, packages);
  if (!accept((await Promise.all(folders.map(faultsOf))).flat())) return false;

  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const { filename } of await pack(folders)) copyFileSync(join(packages, filename), join(target, filename));
  writeFileSync(join(target, `burgee-chart-${version}.tgz`), chartFile(root));
  const sbom = datedSbom(await makeSbom(root), commit.id, commit.time);
  writeCycloneDx(sbom, join(target, 'sbom.cdx.json'));
  writeCycloneDx(linkVex(readVex(root), sbom), join(target, 'vex.cdx.json'));
  writeFileSync(join(target, 'release-notes.md'), notes);
  if (hasImage)
    buildImage(root, { version, commit: commit.id, seconds, nodeImage }, join(target, `burgee-image-${version}.tar`));
  writeFileSync(join(target, 'SHA256SUMS'), checksums(target));
  console.log(readFileSync(join(target, 'SHA256SUMS'), 'utf8'));
  if (!hasImage) console.log('Without the image: --image makes it too, by Docker or Buildah.');
  return true;
}

/**
 * `npm run release:images`: builds the images for this machine's platform and pushes them, or, given platforms, joins
 * the images of all platforms that were pushed.
 * @returns whether there was a release to publish
 */
export function publishImages(
  root: string,
  registry: string,
  {
    tag,
    platforms,
    ...bases
  }: { tag?: string | undefined; platforms?: string[] } & Pick<ImageSource, 'nodeImage' | 'goImage'>,
): boolean {
  const { version } = readManifest(root);
  if (!accept(refusals({ ...readCheckout(root, version), tag }))) return false;
  const { id, time } = readCommit(root);
  if (platforms) joinImages(root, version, registry, platforms);
  else pushImages(root, { version, commit: id, seconds: time.getTime() / 1000, ...bases }, registry);
  return true;
}
