import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Builds every package in a folder, in a process of its own: what is written in Rust does not know the arrays of Jest's. */
export async function packageApart(root: string, folder: string): Promise<void> {
  const main = pathToFileURL(join(root, 'tools', 'dist', 'package', 'main.js')).href;
  const script = `await (await import('${main}')).packageAll(${JSON.stringify(root)}, ${JSON.stringify(folder)})`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
}
