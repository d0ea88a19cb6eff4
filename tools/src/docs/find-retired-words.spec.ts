import { describe, expect, it } from '@jest/globals';
import { findRetiredWords } from './find-retired-words.js';

const wordsIn = (text: string, path = 'apps/x/src/y.ts') => findRetiredWords(path, text).map(({ word }) => word);

describe('findRetiredWords', () => {
  it('says where a word is and what to say instead', () => {
    expect(findRetiredWords('docs/x.md', 'One line.\nThe doorbell rings.')).toEqual([
      { path: 'docs/x.md', line: 2, word: 'doorbell', say: expect.stringContaining('change notification') },
    ]);
  });

  it('finds a phrase that a line break cuts, also in a comment', () => {
    expect(wordsIn('/**\n * what was\n * last known\n */')).toEqual(['what was * last known']);
  });

  it('finds names exactly, and ordinary words where they are declared', () => {
    expect(wordsIn('new LastNews(); new LastNewsletter();')).toEqual(['LastNews']);
    expect(wordsIn('export class Hub {} // a GitHub Hub')).toEqual(['Hub']);
  });

  it('finds names of files and folders', () => {
    expect(wordsIn('', 'apps/sdk-gateway/src/stream/hub.ts')).toEqual(['hub.ts']);
    expect(wordsIn('', 'docs/journeys/read.md')).toEqual(['journeys/']);
    expect(wordsIn("import './hub.js'; // see hub.ts, not github.ts")).toEqual(['hub.ts']);
  });

  it.each([
    'A reconnect storm.',
    'Make room for it; give room to it.',
    'An off-the-shelf parser.',
    'world-wide',
    'bodies',
  ])('leaves alone: %s', (text) => expect(wordsIn(text)).toEqual([]));
});
