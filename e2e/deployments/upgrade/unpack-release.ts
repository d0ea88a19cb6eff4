import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('fixtures', 'releases');
const OWN_SCOPE = '@burgee';

/** The stored releases, oldest first. */
export const RELEASES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.tgz'))
  .map((name) => name.slice('burgee-'.length, -'.tgz'.length))
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/** @throws when the file does not match its checksum */
function readPacked(root: string, name: string): { packed: Buffer; sha256: string } {
  const packed = readFileSync(join(root, FOLDER, name));
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const [kept] = readFileSync(join(root, FOLDER, `${name}.sha256`), 'utf8').split(' ');
  if (sha256 !== kept) throw new Error(`${name} has the checksum ${sha256}, not ${kept}.`);
  return { packed, sha256 };
}

/** Links the tree's packages, except Burgee's own, which must come from the release. */
function linkPackages(root: string, folder: string): void {
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== OWN_SCOPE) symlinkSync(join(root, 'node_modules', name), join(packages, name));
  cpSync(join(root, 'node_modules', OWN_SCOPE), join(packages, OWN_SCOPE), { recursive: true, verbatimSymlinks: true });
}

const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');

/**
 * Unpacks a release, once, with the packages that its lock file names.
 * @returns the root of its services
 */
export async function unpackRelease(root: string, version: string): Promise<string> {
  const { packed, sha256 } = readPacked(root, `burgee-${version}.tgz`);
  const parent = join(root, '.burgee', 'releases');
  const target = join(parent, `${version}-${sha256.slice(0, 12)}`);
  if (existsSync(target)) return target;
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, '.unpack-'));
  execFileSync('tar', ['--extract', '--gzip', '--directory', folder], { input: packed });
  if (lockOf(folder) === lockOf(root)) linkPackages(root, folder);
  else execFileSync('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit'], { cwd: folder });
  renameSync(folder, target);
  return target;
}
