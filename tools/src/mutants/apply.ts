import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSymbol } from './find-symbol.js';
import type { Edit } from './mutant.js';

/** The text with the edit made. @throws when the symbol is missing, or does not contain `find` exactly once */
export function edited(text: string, { file, symbol, find, replace }: Edit): string {
  const { start, end, body } = findSymbol(file, text, symbol);
  if (find === undefined) return `${text.slice(0, body.start)}${replace}${text.slice(body.end)}`;
  const [before, after, ...more] = text.slice(start, end).split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `A mutant no longer fits: \`${symbol}\` of ${file} contains this ${more.length > 0 ? 'more than once' : 'nowhere'}:\n${find}`,
    );
  return text.slice(0, start) + before + replace + after + text.slice(end);
}

/** Makes the edits in the tree at `root`. @returns puts every file back as it was */
export function apply(root: string, edits: readonly Edit[]): () => void {
  const originals = new Map<string, string>();
  const restore = () => {
    for (const [path, text] of originals) writeFileSync(path, text);
  };
  try {
    for (const edit of edits) {
      const path = join(root, edit.file);
      const text = readFileSync(path, 'utf8');
      if (!originals.has(path)) originals.set(path, text);
      writeFileSync(path, edited(text, edit));
    }
  } catch (error) {
    restore();
    throw error;
  }
  return restore;
}
