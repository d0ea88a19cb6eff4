import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

/** The folder of releases, for the test that upgrades from the last one. */
export const RELEASES_FOLDER = join('fixtures', 'releases');
const SPEC = /\.spec\.js$/;
/** Neither pages nor developers' tools are the services' work. */
const LEFT_OUT = /^(apps\/dashboard\/|tools\/dist\/)/;
const PROGRAM = /^(apps|libs|tools)(\/[\w-]+)?\/dist\/.*\.(js|json)$/;
const PACKAGE = /^(package(-lock)?\.json|(apps|libs|tools|e2e|fixtures)(\/[\w-]+)?\/package\.json)$/;

/** Whether a release needs that file to run its services. @param file below the root, with slashes */
export const isOfServices = (file: string): boolean =>
  PACKAGE.test(file) || (PROGRAM.test(file) && !SPEC.test(file) && !LEFT_OUT.test(file));

function filesOf(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesOf(root, path) : path;
    });
}

/** What runs the services of a built tree, and their migrations, as a gzipped tar: of one tree always the same bytes. */
export function packServices(root: string): Buffer {
  const files = filesOf(root).filter(isOfServices).toSorted();
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const args = ['--create', '--format=ustar', '--mtime=@0', ...owner, '--directory', root, '--files-from=-'];
  const tar = execFileSync('tar', args, { input: files.join('\n'), maxBuffer: 256 * 1024 * 1024 });
  return gzipSync(tar, { level: constants.Z_BEST_COMPRESSION });
}

/** Examples of what processes of two releases say to each other: messages, the events of a stream, published views. */
const GOLDEN = { messages: ['messages', 'fixtures'], wire: ['wire', 'fixtures'] };

/** Packs a built tree as a release with a checksum file, and stores its wire formats. @returns the file */
export function writeServices(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = join(root, RELEASES_FOLDER);
  const name = `burgee-${version}.tgz`;
  mkdirSync(folder, { recursive: true });
  const packed = packServices(root);
  writeFileSync(join(folder, name), packed);
  const sha256 = createHash('sha256').update(packed).digest('hex');
  writeFileSync(join(folder, `${name}.sha256`), `${sha256}  ${name}\n`);
  for (const [kept, path] of Object.entries(GOLDEN))
    cpSync(join(root, 'libs', 'contracts', 'src', ...path), join(folder, version, kept), { recursive: true });
  return join(folder, name);
}
