import { readFileSync } from 'node:fs';
import { findRetiredWords } from './find-retired-words.js';
import { listFiles } from './list-files.js';

/** What may hold retired words: this list itself, the glossary, and texts that are not ours. */
const LEFT_OUT =
  /^docs\/glossary\.md$|^tools\/src\/docs\/(retired-words|find-retired-words)|^package-lock\.json$|^LICENSE$|common-passwords|\/fixtures\/|\/vectors\/|\.(png|svg|ico|woff2?)$/;

/** Lines that say where a retired word is and what to write instead: of the whole repository, or of paths that begin so. */
export function listRetiredWords(...paths: string[]): string[] {
  return listFiles()
    .filter((path) => !LEFT_OUT.test(path))
    .filter((path) => paths.length === 0 || paths.some((one) => path.startsWith(one)))
    .flatMap((path) => findRetiredWords(path, readFileSync(path, 'utf8')))
    .map(({ path, line, word, say }) => `${path}:${line}: "${word}", say: ${say}`);
}
