import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const FOLDER = join(ROOT, '.burgee', 'single-files');
/** Of hundreds of files each. */
const PACKAGES = ['class-validator', 'es-toolkit/compat', 'rxjs', 'semver'];

const fileOf = (name) => join(FOLDER, `${name.replace('/', '-')}.cjs`);

/** For `moduleNameMapper` of jest. */
export const SINGLE_FILES = {
  ...Object.fromEntries(PACKAGES.map((name) => [`^${name}$`, fileOf(name)])),
  // All of it is in rxjs as well.
  '^rxjs/operators$': fileOf('rxjs'),
};

/**
 * Writes each of these packages as one file. Jest loads every module anew for each file of tests, half of them from these packages,
 * and finding and reading a file takes as long as running it.
 */
export async function writeSingleFiles() {
  const { rolldown } = await import('rolldown');
  const { resolve } = createRequire(join(ROOT, 'package.json'));
  for (const name of PACKAGES) {
    const bundle = await rolldown({ input: resolve(name), platform: 'node' });
    await bundle.write({ file: fileOf(name), format: 'cjs' });
    await bundle.close();
  }
}
