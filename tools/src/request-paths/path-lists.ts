import { dirname, join } from 'node:path';

/** Where a page has the list of the files that requests of a kind enter. */
const markers = (kind: string) => ({
  begin: `<!-- files of a ${kind} -->`,
  end: `<!-- end of the files of a ${kind} -->`,
});

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

/** @returns the page before, in and after its list for this kind @throws when it has no place for that */
function aroundList(page: string, kind: string): [before: string, list: string, after: string] {
  const { begin, end } = markers(kind);
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no place for a list: ${begin} and ${end}`);
  return [page.slice(0, from + begin.length), page.slice(from + begin.length, to).trim(), page.slice(to)];
}

/** What a page lists for this kind. */
export const listOn = (page: string, kind: string): string => aroundList(page, kind)[1];

/** @returns the page with this list in the place of its old one */
export function putList(page: string, kind: string, list: string): string {
  const [before, , after] = aroundList(page, kind);
  return `${before}\n\n${list}\n\n${after}`;
}

/** The source files that the numbered steps of a page link. @param path the page, from the root */
export function filesOfSteps(page: string, path: string): string[] {
  const steps = [...page.matchAll(/^\d+\. .*(?:\n +\S.*)*/gm)].map(([step]) => step);
  const links = steps.flatMap((step) => [...step.matchAll(/\]\(([^)#\s]+\.tsx?)\)/g)].map(([, link = '']) => link));
  return links.map((link) => join(dirname(path), link));
}
