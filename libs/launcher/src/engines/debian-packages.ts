import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where Debian puts servers, which is not on everybody's PATH. */
const SERVER_FOLDERS = ['/usr/local/sbin', '/usr/sbin'];

/** Where an executable lies on this system, or undefined. */
export function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), ...SERVER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** apt with lists and a cache of its own: nothing on the system is read into or changed, and no root is needed. */
async function apt(root: string, args: string[]): Promise<void> {
  const own = {
    'Dir::State::Lists': join(root, 'lists'),
    'Dir::Cache': join(root, 'cache'),
    'APT::Sandbox::User': 'root',
    'Debug::NoLocking': '1',
  };
  const options = Object.entries(own).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  await run('apt-get', ['-q', ...options, ...args], { timeout: 300_000, env: { ...process.env, LC_ALL: 'C' } });
}

/**
 * Unpacks a Debian package under `folder`, with whatever it needs that this system does not have, without installing
 * any of it. It is kept there. `beside` are packages for the same folder that it does not ask for itself.
 * @returns the folder that stands for `/`
 * @throws when apt or dpkg-deb is missing, or the packages cannot be fetched
 */
export function unpackDebianPackage(folder: string, name: string, beside: readonly string[] = []): Promise<string> {
  const target = join(folder, name);
  if (existsSync(target)) return Promise.resolve(target);
  const under = unpacking.get(target) ?? unpack(folder, name, beside, target).finally(() => unpacking.delete(target));
  unpacking.set(target, under);
  return under;
}

/** Who asks for a package that is being unpacked gets that one. */
const unpacking = new Map<string, Promise<string>>();

async function unpack(folder: string, name: string, beside: readonly string[], target: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, `.${name}-`));
  const [archives, tree] = [join(work, 'cache', 'archives'), join(work, 'tree')];
  try {
    for (const part of [tree, join(work, 'lists', 'partial'), join(archives, 'partial')])
      await mkdir(part, { recursive: true });
    await apt(work, ['update']);
    await apt(work, ['install', '--download-only', '--no-install-recommends', '--yes', name, ...beside]);
    const debs = (await readdir(archives)).filter((file) => file.endsWith('.deb'));
    if (debs.length === 0) throw new Error(`apt takes ${name} for installed, but its program is not on PATH`);
    for (const deb of debs) await run('dpkg-deb', ['-x', join(archives, deb), tree]);
    await rename(tree, target).catch((error: unknown) => {
      // Another process was faster.
      if (!existsSync(target)) throw error;
    });
    return target;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const LIBRARY_FOLDERS = ['usr/lib', 'lib'].flatMap((lib) => [`${lib}/x86_64-linux-gnu`, `${lib}/aarch64-linux-gnu`]);

/** What a program of an unpacked package needs as LD_LIBRARY_PATH; some packages keep theirs one folder deeper. */
export async function libraryPath(root: string): Promise<string> {
  const folders = LIBRARY_FOLDERS.map((folder) => join(root, folder)).filter((folder) => existsSync(folder));
  const deeper = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
    }),
  );
  return [...folders, ...deeper.flat()].join(':');
}
