import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { listRetiredWords } from './list-retired-words.js';

const TERMS = [...readFileSync('docs/glossary.md', 'utf8').matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
  .map(([, term = '', meaning = '']) => ({ term, meaning }))
  .filter(({ term }) => term !== 'Term' && !term.startsWith('--'));

describe('docs/glossary.md', () => {
  it('has at most 40 terms, each once, with a line that says what it means', () => {
    expect(TERMS.length).toBeLessThanOrEqual(40);
    expect(new Set(TERMS.map(({ term }) => term)).size).toBe(TERMS.length);
    for (const { meaning } of TERMS) expect(meaning).toMatch(/^.{10,120}\.$/);
  });
});

describe('the language of the repository', () => {
  it('uses the terms of docs/glossary.md and none of the words they replaced', () => {
    expect(listRetiredWords()).toEqual([]);
  });
});
