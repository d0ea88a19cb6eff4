import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** A script of this repository and what it imports, as one for a page. In a process of its own, for the bundler knows not Jest's arrays. */
export async function bundlePage(entry: string): Promise<string> {
  const bundler = pathToFileURL(join(process.cwd(), 'examples', 'bundle.mjs')).href;
  const path = JSON.stringify(join(process.cwd(), entry));
  const script = `process.stdout.write(await (await import('${bundler}')).bundle(${path}))`;
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], options);
  return stdout;
}
