import { dirname, join } from 'node:path';
import { type Markers, partOf, replacePart } from '../page-part.js';

/** Around the list of the files that requests of a kind enter. */
const markers = (kind: string): Markers => [`<!-- files of a ${kind} -->`, `<!-- end of the files of a ${kind} -->`];

/** @param files from the root, such as `apps/auth/src/main.ts` @returns a line a module, its files without `src/` and `.ts` */
export function describeFiles(files: readonly string[]): string {
  const modules = new Map<string, string[]>();
  for (const file of files) {
    const [, module = '', name = ''] = /^(\w+\/[^/]+)\/src\/(.*)\.ts$/.exec(file) ?? [];
    modules.set(module, [...(modules.get(module) ?? []), `\`${name}\``]);
  }
  const lines = [...modules].map(([module, own]) => `- \`${module}\` (${own.length}): ${own.join(', ')}`);
  return [`${files.length} files:`, '', ...lines].join('\n');
}

/** What a page lists for this kind. */
export const listOn = (page: string, kind: string): string => partOf(page, markers(kind));

/** @returns the page with this list in the place of its old one */
export const putList = (page: string, kind: string, list: string): string => replacePart(page, markers(kind), list);

/** The source files that the numbered steps of a page link. @param path the page, from the root */
export function filesOfSteps(page: string, path: string): string[] {
  const steps = [...page.matchAll(/^\d+\. .*(?:\n +\S.*)*/gm)].map(([step]) => step);
  const links = steps.flatMap((step) => [...step.matchAll(/\]\(([^)#\s]+\.tsx?)\)/g)].map(([, link = '']) => link));
  return links.map((link) => join(dirname(path), link));
}
