import { RETIRED, type Term } from './retired-words.js';

/** A banned word: the line where it begins (1 for the name of a file), the word as it stands there, what to say instead. */
export interface RetiredWord {
  path: string;
  line: number;
  word: string;
  say: string;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const oneOf = (words: string[]) => `(?:${words.join('|')})`;
/** Between two words: a blank, or a line break with what a comment or a quotation puts at the beginning of a line. */
const GAP = String.raw`\s+(?:(?:\*|//|#|>)\s+)?`;

const split = (names = ''): string[] => names.split(' ').filter(Boolean);

function patternsOf({ identifiers, declarations, files, texts = [], phrases = [] }: Term): RegExp[] {
  const fileNames = split(files).filter((file) => /^[\w-]+\.\w+$/.test(file));
  const alternatives: [words: string[], around: (words: string) => RegExp][] = [
    [split(identifiers), (words) => new RegExp(String.raw`(?<![\w$-])${words}(?![\w$])`, 'g')],
    [
      split(declarations),
      (words) => new RegExp(String.raw`(?<=\b(?:class|interface|type|function|const|let|enum) )${words}\b`, 'g'),
    ],
    [fileNames.map(escaped), (words) => new RegExp(String.raw`(?<![\w-])${words}\b`, 'g')],
    [texts.map(escaped), (words) => new RegExp(words, 'g')],
    [
      phrases.map((phrase) => phrase.replaceAll(' ', GAP)),
      (words) => new RegExp(String.raw`(?<![\w-])${words}(?![\w-])`, 'gi'),
    ],
  ];
  return alternatives.filter(([words]) => words.length > 0).map(([words, around]) => around(oneOf(words)));
}

const PATTERNS = RETIRED.map((term) => ({ say: term.say, files: split(term.files), patterns: patternsOf(term) }));

function isNamed(path: string, file: string): boolean {
  if (file.startsWith('*')) return path.endsWith(file.slice(1));
  return file.endsWith('/') ? `/${path}`.includes(`/${file}`) : `/${path}`.endsWith(`/${file}`);
}

/** What a file says in retired words, by its name and by its text. */
export function findRetiredWords(path: string, text: string): RetiredWord[] {
  return PATTERNS.flatMap(({ say, files, patterns }) => {
    const named = files.filter((file) => isNamed(path, file)).map((word) => ({ path, line: 1, word, say }));
    const written = patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ 0: word, index }) => {
        return { path, line: text.slice(0, index).split('\n').length, word: word.replaceAll(/\s+/g, ' '), say };
      }),
    );
    return [...named, ...written];
  });
}
