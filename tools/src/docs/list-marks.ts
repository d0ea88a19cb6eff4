import { execFileSync } from 'node:child_process';
import { MARKS } from './marks.js';

/** A line that a commit added. */
export interface AddedLine {
  path: string;
  line: number;
  text: string;
}

/** Reads `git diff --unified=0`. */
export function addedLines(diff: string): AddedLine[] {
  let path = '';
  let line = 0;
  return diff.split('\n').flatMap((text) => {
    const file = /^\+\+\+ b\/(.*)$/.exec(text)?.[1];
    const begin = /^@@ -\S+ \+(\d+)/.exec(text)?.[1];
    if (file !== undefined) path = file;
    if (begin !== undefined) line = Number(begin);
    if (file !== undefined || !text.startsWith('+') || text.startsWith('+++ ')) return [];
    return [{ path, line: line++, text: text.slice(1) }];
  });
}

/** The prose of a line: in a source file only comments, and quoted texts of three words or more. */
function proseOf({ path, text }: AddedLine): string {
  if (!/\.(?:ts|tsx|mjs|js)$/.test(path)) return text;
  const comment = /^\s*(?:\/?\*+|\/\/)(.*)|\s\/\/ (.*)$/.exec(text);
  const quoted = [...text.matchAll(/(['"`])((?:(?!\1).)*\s(?:(?!\1).)*\s(?:(?!\1).)*)\1/g)].map(([, , words]) => words);
  return [comment?.[1] ?? comment?.[2] ?? '', ...quoted].join(' ');
}

/** The signs of translated English in these lines, for a person: where, the words, and what to write. */
export function findMarks(lines: AddedLine[]): string[] {
  return lines.flatMap((added) => {
    const prose = proseOf(added);
    return MARKS.flatMap(({ pattern, say }) =>
      [...prose.matchAll(pattern)].map(([words]) => `${added.path}:${added.line}: "${words.trim()}" → ${say}`),
    );
  });
}

/** The signs in all lines that were added since a commit, committed or not. */
export function listMarks(since: string, root: string): string[] {
  const options = [
    '--unified=0',
    '--no-color',
    '--no-ext-diff',
    since,
    '--',
    '.',
    ':!package-lock.json',
    ':!*/fixtures/*',
  ];
  const diff = execFileSync('git', ['diff', ...options], { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  return findMarks(addedLines(diff.toString()));
}
