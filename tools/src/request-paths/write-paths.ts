import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measurePaths, type PathName } from './measure-paths.js';
import { describeFiles, putList } from './path-lists.js';

/** The page that explains each kind of request, and lists the files it enters. */
export const PAGES: Record<PathName, string> = {
  toggle: 'docs/request-paths/toggle.md',
  'toggle by token': 'docs/request-paths/toggle.md',
  read: 'docs/request-paths/read.md',
  decision: 'docs/request-paths/read.md',
  stream: 'docs/request-paths/stream.md',
};

/** Measures which files requests enter, and writes the lists of docs/request-paths again. */
export async function writePaths(root: string): Promise<void> {
  const paths = await measurePaths(root);
  for (const [kind, page] of Object.entries(PAGES) as [PathName, string][]) {
    const file = join(root, page);
    const text = putList(readFileSync(file, 'utf8'), kind, describeFiles(paths[kind].files));
    writeFileSync(file, text);
  }
}
