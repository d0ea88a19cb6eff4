import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FlagSnapshot, FlagStorage } from '../options.js';
import { quietly } from '../quietly.js';
import { changesBetween, readVersion } from '../version.js';

/** The work under a lock takes milliseconds: after this long its process has died. */
const LOCK_LASTS_MS = 2_000;
/** A temporary file is renamed at once: after this long its process has died. */
const LEFT_AFTER_MS = 60_000;
const TRY_AGAIN_AFTER_MS = 10;
const GIVE_UP_AFTER_MS = 3_000;

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function versionOf(text: string | null): string {
  try {
    return readVersion((JSON.parse(text as string) as FlagSnapshot).version);
  } catch {
    return '';
  }
}

const isOlderThan = (milliseconds: number, file: string): boolean => Date.now() - statSync(file).mtimeMs > milliseconds;

/** @returns whether this process has the lock */
function lock(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    void quietly(() => {
      if (isOlderThan(LOCK_LASTS_MS, file)) rmSync(file);
    });
    return false;
  }
}

/** Removes the temporary files of processes that died while they wrote this file. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}.`))) {
    const left = join(folder, name);
    if (isOlderThan(LEFT_AFTER_MS, left)) rmSync(left);
  }
}

/** Replaces the file with a whole one, unless the file is newer. */
function replaceOlder(file: string, text: string): void {
  if (changesBetween(versionOf(text), versionOf(readText(file))) > 0) return;
  // Another process may do so, too.
  void quietly(() => removeLeftovers(file));
  // Not the process id: in containers, many processes have the same one.
  const written = `${file}.${randomUUID()}`;
  // Rules may contain names of people.
  writeFileSync(written, text, { mode: 0o600 });
  renameSync(written, file);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Not Node's `recursive`, which never returns where the kernel creates no folder, for example below /proc. */
function makeWithParents(folder: string): void {
  if (isFolder(folder)) return;
  if (folder !== dirname(folder)) makeWithParents(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it in between.
    if (!isFolder(folder)) throw error;
  }
}

/**
 * A `storage` for Node, Deno and Bun: one file for each environment. Many processes may have the same folder: a file is always
 * whole, and never goes back to older flags.
 * @param folder is created if it does not exist
 * @throws when it cannot be created
 */
export function fileStorage(folder: string): FlagStorage {
  makeWithParents(folder);
  const fileOf = (name: string): string => join(folder, `${name.replace(/\W/g, '-')}.json`);
  return {
    getItem: (name) => readText(fileOf(name)),
    async setItem(name, text) {
      const file = fileOf(name);
      const start = Date.now();
      while (!lock(`${file}.lock`)) {
        if (Date.now() - start > GIVE_UP_AFTER_MS) throw new Error(`${file}.lock: another process does not end.`);
        await pause(TRY_AGAIN_AFTER_MS);
      }
      try {
        replaceOlder(file, text);
      } finally {
        rmSync(`${file}.lock`, { force: true });
      }
    },
  };
}
