import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The blocks of code of a package's README that an application would hold, in their order. */
export function codeBlocks(library: string): string[] {
  const text = readFileSync(join('libs', library, 'README.md'), 'utf8');
  return [...text.matchAll(/```(?:ts|jsx)\n([\s\S]*?)```/g)].map(([, code = '']) => code);
}
