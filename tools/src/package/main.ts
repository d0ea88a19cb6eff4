import { join, relative } from 'node:path';
import { buildPackage } from './build-package.js';
import { publishable } from './publishable.js';

/** `npm run package`: every package that is published, under `.packages`. */
export async function packageAll(root: string, folder = join(root, '.packages')): Promise<string[]> {
  const built: string[] = [];
  for (const project of publishable(root)) {
    built.push(await buildPackage(root, project, folder));
    console.log(`${project.manifest.name}@${project.manifest.version}  ${relative(root, built.at(-1) as string)}`);
  }
  return built;
}
