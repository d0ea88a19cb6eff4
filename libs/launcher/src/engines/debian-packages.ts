import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folders of Debian's servers, which PATH often lacks. */
const SERVER_FOLDERS = ['/usr/local/sbin', '/usr/sbin'];

/** The path of an executable on this system, or undefined. */
export function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), ...SERVER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Runs apt with its own lists and cache, without root and without changes to the system. */
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
 * Unpacks a Debian package under `folder`, with missing dependencies, without installing any of it. Later calls reuse
 * it. `beside` are more packages for the same folder.
 * @returns the folder that replaces `/`
 * @throws when apt or dpkg-deb is missing, or the packages cannot be fetched
 */
export function unpackDebianPackage(folder: string, name: string, beside: readonly string[] = []): Promise<string> {
  const target = join(folder, name);
  if (existsSync(target)) return Promise.resolve(target);
  const under = unpacking.get(target) ?? unpack(folder, name, beside, target).finally(() => unpacking.delete(target));
  unpacking.set(target, under);
  return under;
}

/** Packages being unpacked, which concurrent calls share. */
const unpacking = new Map<string, Promise<string>>();

async function unpack(folder: string, name: string, beside: readonly string[], target: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, `.${name}-`));
  const [archives, tree] = [join(work, 'cache', 'archives'), join(work, 'tree')];
  try {
    for (const part of [tree, join(work, 'lists', 'partial'), join(archives, 'partial')])
      await mkdir(part, { recursive: true });
    await apt(work, ['update']);
    // Also fetches a package that is installed without a program on PATH, such as a library.
    await apt(work, ['install', '--download-only', '--reinstall', '--no-install-recommends', '--yes', name, ...beside]);
    const debs = (await readdir(archives)).filter((file) => file.endsWith('.deb'));
    if (debs.length === 0) throw new Error(`apt has fetched nothing for ${name}`);
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

/** LD_LIBRARY_PATH for a program of an unpacked package; some packages have their libraries one folder deeper. */
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
