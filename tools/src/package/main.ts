import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildPackage } from './build-package.js';
import { pack, type PackedPackage } from './pack.js';
import { publishable, readManifest } from './publishable.js';

/** Every package that is published, as a folder under `.packages`. */
export async function packageAll(root: string, folder = join(root, '.packages')): Promise<string[]> {
  const built: string[] = [];
  for (const project of publishable(root)) {
    built.push(await buildPackage(root, project, folder));
    console.log(`${project.manifest.name}@${project.manifest.version}  ${relative(root, built.at(-1) as string)}`);
  }
  return built;
}

/** Every package that is published, as a file next to its folder. */
export const packAll = async (root: string, folder?: string): Promise<PackedPackage[]> =>
  pack(await packageAll(root, folder));

/** Writes the files that the api-gateway serves at /packages/: the packed packages, and `index.json` about them. */
export async function writeRegistry(root: string, target: string): Promise<void> {
  const work = `${target}.part`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(dirname(target), { recursive: true });
  const folders = await packageAll(root, work);
  const packed = await pack(folders);
  const index = folders.map((folder, at) => {
    const { filename, integrity, shasum, entryCount, unpackedSize } = packed[at] as PackedPackage;
    const dist = { integrity, shasum, fileCount: entryCount, unpackedSize };
    return { manifest: readManifest(folder), file: filename, dist };
  });
  writeFileSync(join(work, 'index.json'), JSON.stringify(index));
  for (const folder of folders) rmSync(folder, { recursive: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(work, target);
}
