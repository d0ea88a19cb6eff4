import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Packs a package's folder into the file to publish, next to it. Installing the folder itself would link it,
 * and load this repository's React or OpenFeature next to the installer's own.
 * @returns its path
 */
export async function pack(folder: string): Promise<string> {
  const target = dirname(folder);
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: folder,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(target, filename);
}
