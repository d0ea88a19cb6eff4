import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programsDir } from '@burgee/launcher';

const execute = promisify(execFile);

/**
 * Installs packages in a folder of their own, outside of the workspace and its lock file.
 * @param built packages whose install scripts fetch the program; no other script runs
 * @param overrides versions in place of those that the packages ask for
 */
export async function installPackages(
  folder: string,
  packages: readonly string[],
  built: readonly string[] = [],
  overrides: Record<string, string> = {},
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, JSON.stringify({ private: true, type: 'module', overrides }));
  const npm = (...args: string[]) => execute('npm', [...args, '--no-audit', '--no-fund'], { cwd: folder });
  await npm('install', '--ignore-scripts', ...packages);
  if (built.length > 0) await npm('rebuild', '--ignore-scripts=false', ...built);
}

const NODE_22 = '22.23.3';

/** Node 22, for programs that the Node of this workspace is too old for. @returns its path */
export async function installNode22(): Promise<string> {
  const folder = join(programsDir(), `node-${NODE_22}`);
  const program = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(program)) await installPackages(folder, [`node@${NODE_22}`], ['node']);
  return program;
}
