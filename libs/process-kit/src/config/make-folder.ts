import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Replaces Node's `recursive`, which never ends where the kernel creates no folders, as below /proc. */
function makeWithParents(folder: string, mode: number): void {
  if (isFolder(folder)) return;
  if (folder !== dirname(folder)) makeWithParents(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it first.
    if (!isFolder(folder)) throw error;
  }
}

/**
 * Creates a folder from a setting, with its parents, unless it exists.
 * @param mode of created folders; by default they are for this user only
 * @returns why this process cannot use it, without its path; undefined when it can
 */
export function makeFolder(folder: string, mode = 0o700): string | undefined {
  try {
    makeWithParents(folder, mode);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code = 'unusable' } = error as NodeJS.ErrnoException;
    return `this folder cannot be made, or not be written to (${code})`;
  }
}
