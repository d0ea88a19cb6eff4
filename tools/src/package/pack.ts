import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** A package as one file, and what npm says of it. */
export interface PackedPackage {
  name: string;
  filename: string;
  integrity: string;
  shasum: string;
  entryCount: number;
  unpackedSize: number;
}

/**
 * Packs folders of packages into the files to publish, next to them. Installing a folder itself would link it,
 * and load this repository's React or OpenFeature next to the installer's own.
 * @param folders all in one folder
 */
export async function pack(folders: string[]): Promise<PackedPackage[]> {
  const target = dirname(folders[0] as string);
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', target, ...folders], {
    cwd: target,
  });
  return JSON.parse(stdout) as PackedPackage[];
}
