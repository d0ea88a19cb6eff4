import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Installs packages in a folder of their own, outside of the workspace and its lock file.
 * @param built packages whose install scripts fetch the program; no other script runs
 */
export async function install(
  folder: string,
  packages: readonly string[],
  built: readonly string[] = [],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{ "private": true, "type": "module" }\n');
  const npm = (...args: string[]) => execute('npm', [...args, '--no-audit', '--no-fund'], { cwd: folder });
  await npm('install', '--ignore-scripts', ...packages);
  if (built.length > 0) await npm('rebuild', '--ignore-scripts=false', ...built);
}
