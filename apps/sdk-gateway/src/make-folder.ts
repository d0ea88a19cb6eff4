import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Not Node's `recursive`, which never ends where the kernel makes no folders, as below /proc. */
function makeWithParents(folder: string): void {
  if (existsSync(folder)) return;
  makeWithParents(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Makes a folder, and those that it is in, where they do not exist.
 * @returns why this process cannot use it, without its path; undefined when it can
 */
export function makeFolder(folder: string): string | undefined {
  try {
    makeWithParents(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code = 'unusable' } = error as NodeJS.ErrnoException;
    return `this folder cannot be made, or not be written to (${code})`;
  }
}
