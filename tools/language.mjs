/** Lists retired words (docs/glossary.md) after a build: `node tools/language.mjs [PATH…]`, where a path may be a prefix. */
import { listRetiredWords } from './dist/docs/list-retired-words.js';

const lines = listRetiredWords(...process.argv.slice(2));
for (const line of lines) console.log(line);
console.log(`${lines.length} retired words`);
