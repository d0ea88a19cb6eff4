import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './mutant.js';

/** The text with the edit made. @throws when what it looks for does not stand there exactly once */
export function edited(text: string, { file, find, replace }: Edit): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `A mutant does not fit any more: in ${file} this stands ${more.length > 0 ? 'more than once' : 'nowhere'}:\n${find}`,
    );
  return before + replace + after;
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
