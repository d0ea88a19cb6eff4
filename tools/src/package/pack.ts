import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Makes of the folder of a package the file that would be published, beside it. Who installs the folder itself gets a link to it,
 * and with it a React or an OpenFeature of this repository beside their own.
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
