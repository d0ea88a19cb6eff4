import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT, STAMP } from './bootstrap.mjs';

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

const changedAt = (file) => statSync(file).mtimeMs;
const isCurrent = (file) => existsSync(file) && changedAt(file) > changedAt(STAMP);

/**
 * Writes each of these packages as one file. Jest loads every module anew for each file of tests, a third of them from these packages,
 * and finding and reading a file takes as long as running it. What was written since the packages were installed stays.
 */
export async function writeSingleFiles() {
  const { rolldown } = await import('rolldown');
  const { resolve } = createRequire(join(ROOT, 'package.json'));
  for (const name of PACKAGES.filter((one) => !isCurrent(fileOf(one)))) {
    const bundle = await rolldown({ input: resolve(name), platform: 'node' });
    await bundle.write({ file: fileOf(name), format: 'cjs' });
    await bundle.close();
  }
}
