import { execFileSync } from 'node:child_process';

/** The commit that a folder is at; undefined where it is no checkout, or there is no git. */
export function commitOf(folder: string): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
