import { expect, it } from '@jest/globals';
import { countWords } from './count-words.js';

it.each([
  ['a sentence', 'Flags change at once, on 3 replicas.', 7],
  ['a table', '| What | Value |\n| --- | --- |\n| one two | 3 |', 5],
  ['a page with a block of code', 'Run `npm start`:\n\n```bash\nnpm start\n```\n\nDone.', 4],
])('counts the words of %s', (_what, page, words) => {
  expect(countWords(page)).toBe(words);
});
