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

/** For each kind of word: the words of a term, and the expression that finds them. */
const KINDS: [wordsOf: (term: Term) => string[], around: (words: string) => RegExp][] = [
  [({ identifiers }) => split(identifiers), (words) => new RegExp(String.raw`(?<![\w$-])${words}(?![\w$])`, 'g')],
  [
    ({ declarations }) => split(declarations),
    (words) => new RegExp(String.raw`(?<=\b(?:class|interface|type|function|const|let|enum) )${words}\b`, 'g'),
  ],
  [
    ({ files }) =>
      split(files)
        .filter((file) => /^[\w-]+\.\w+$/.test(file))
        .map(escaped),
    (words) => new RegExp(String.raw`(?<![\w-])${words}\b`, 'g'),
  ],
  [({ texts = [] }) => texts.map(escaped), (words) => new RegExp(words, 'g')],
  [
    ({ phrases = [] }) => phrases.map((phrase) => phrase.replaceAll(' ', GAP)),
    (words) => new RegExp(String.raw`(?<![\w-])${words}(?![\w-])`, 'gi'),
  ],
];

function patternsOf(terms: Term[]): RegExp[] {
  const alternatives = KINDS.map(([wordsOf, around]) => ({ words: terms.flatMap(wordsOf), around }));
  return alternatives.filter(({ words }) => words.length > 0).map(({ words, around }) => around(oneOf(words)));
}

const PATTERNS = RETIRED.map((term) => ({ say: term.say, files: split(term.files), patterns: patternsOf([term]) }));
/** All terms at once. Most texts have none of them, which takes a tenth of the time to find out. */
const ANY = patternsOf(RETIRED);

function isNamed(path: string, file: string): boolean {
  if (file.startsWith('*')) return path.endsWith(file.slice(1));
  return file.endsWith('/') ? `/${path}`.includes(`/${file}`) : `/${path}`.endsWith(`/${file}`);
}

/** What a file says in retired words, by its name and by its text. */
export function findRetiredWords(path: string, text: string): RetiredWord[] {
  const hasAny = ANY.some((pattern) => text.search(pattern) >= 0);
  return PATTERNS.flatMap(({ say, files, patterns }) => {
    const named = files.filter((file) => isNamed(path, file)).map((word) => ({ path, line: 1, word, say }));
    if (!hasAny) return named;
    const written = patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ 0: word, index }) => {
        return { path, line: text.slice(0, index).split('\n').length, word: word.replaceAll(/\s+/g, ' '), say };
      }),
    );
    return [...named, ...written];
  });
}
