import { readFileSync } from 'node:fs';
import { listFiles } from './list-files.js';

const FENCE = /^ *(```|~~~).*?^ *\1/gms;

/** The words of a page that have a letter or a digit: blocks of code apart. */
export function countWords(page: string): number {
  const words = page.replaceAll(FENCE, ' ').split(/\s+/);
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Each page with its words, the longest first, and the sum. CHANGELOG.md only grows and is left out. */
export function describeWords(): string {
  const pages = listFiles()
    .filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
    .map((path) => ({ path, words: countWords(readFileSync(path, 'utf8')) }))
    .toSorted((a, b) => b.words - a.words);
  const total = pages.reduce((sum, { words }) => sum + words, 0);
  const lines = [...pages, { path: `${pages.length} pages`, words: total }];
  return lines.map(({ path, words }) => `${words.toLocaleString('en').padStart(7)}  ${path}`).join('\n');
}
