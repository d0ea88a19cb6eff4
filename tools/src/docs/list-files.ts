import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files of the repository, relative to its root: tracked files, and new files that are not ignored. */
export function listFiles(root = ''): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root || undefined, maxBuffer: 64 * 1024 * 1024 });
  return listed
    .toString()
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
}
