import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/**
 * Bundles a script of this repository and its imports for a page. It runs in a process of its own, because the bundler
 * does not know Jest's arrays.
 */
export async function bundlePage(entry: string): Promise<string> {
  const bundler = pathToFileURL(join(process.cwd(), 'examples', 'bundle.mjs')).href;
  const path = JSON.stringify(join(process.cwd(), entry));
  const script = `process.stdout.write(await (await import('${bundler}')).bundle(${path}))`;
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], options);
  return stdout;
}
