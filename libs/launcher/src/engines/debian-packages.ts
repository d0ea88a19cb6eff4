import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where an executable lies on PATH, or undefined. */
export function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** apt with lists and a cache of its own: nothing on the system is read into or changed, and no root is needed. */
async function apt(root: string, args: string[], cwd: string): Promise<void> {
  const own = {
    'Dir::State::Lists': join(root, 'lists'),
    'Dir::Cache': join(root, 'cache'),
    'APT::Sandbox::User': 'root',
    'Debug::NoLocking': '1',
  };
  const options = Object.entries(own).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  await run('apt-get', ['-q', ...options, ...args], { cwd, timeout: 300_000, env: { ...process.env, LC_ALL: 'C' } });
}

/**
 * Unpacks Debian packages under `folder` without installing them, and keeps them there.
 * @returns the folder that stands for `/`
 * @throws when apt or dpkg-deb is missing, or the packages cannot be fetched
 */
export async function unpackDebianPackages(folder: string, name: string, packages: string[]): Promise<string> {
  const target = join(folder, name);
  if (existsSync(target)) return target;
  const work = join(folder, `.${name}-${process.pid}`);
  const [debs, tree] = [join(work, 'debs'), join(work, 'tree')];
  try {
    for (const part of [debs, tree, join(work, 'lists', 'partial'), join(work, 'cache', 'archives', 'partial')])
      await mkdir(part, { recursive: true });
    await apt(work, ['update'], debs);
    await apt(work, ['download', ...packages], debs);
    for (const deb of await readdir(debs)) await run('dpkg-deb', ['-x', join(debs, deb), tree]);
    await rename(tree, target);
    return target;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
