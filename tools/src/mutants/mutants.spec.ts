import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { edited } from './apply.js';
import { MUTANTS } from './mutants.js';
import { choose } from './run.js';

describe('the mutants', () => {
  it.each(MUTANTS)('fits the code as it is: $name', ({ edits }) => {
    const texts = new Map<string, string>();
    for (const edit of edits) {
      const text = texts.get(edit.file) ?? readFileSync(join(process.cwd(), edit.file), 'utf8');
      const next = edited(text, edit);
      expect(next).not.toBe(text);
      texts.set(edit.file, next);
    }
  });

  it.each(MUTANTS)('names a test that is there: $name', ({ suite, killer }) => {
    const [path = ''] = suite.split(' ~');
    // Names of it.each() have values in them.
    const literal = killer.replace('[3,2,1]', '%j');
    expect(readFileSync(join(process.cwd(), path), 'utf8')).toContain(literal);
  });

  it('are chosen by number and by words', () => {
    expect(choose([])).toHaveLength(MUTANTS.length);
    expect(choose(['1', 'a sequence']).map((mutant) => MUTANTS.indexOf(mutant))).toEqual([0, 4]);
    const unknown = String(MUTANTS.length + 1);
    expect(() => choose([unknown])).toThrow(`No mutant is called “${unknown}”`);
    expect(() => choose(['a typo'])).toThrow('No mutant is called “a typo”');
  });

  it('an edit that fits nowhere, or twice, is an error that says which', () => {
    const edit = { file: 'a.ts', find: 'one', replace: 'two' };
    expect(() => edited('none of it', { ...edit, find: 'x' })).toThrow('in a.ts this stands nowhere');
    expect(() => edited('one one', edit)).toThrow('more than once');
    expect(edited('just one.', edit)).toBe('just two.');
  });
});
