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

  it('have names of their own', () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  });

  it('are chosen by number and by words', () => {
    expect(choose([])).toHaveLength(MUTANTS.length);
    const named = MUTANTS.findIndex(({ name }) => name.includes('from a sequence'));
    expect(choose(['1', 'from a sequence']).map((mutant) => MUTANTS.indexOf(mutant))).toEqual([0, named]);
    const unknown = String(MUTANTS.length + 1);
    expect(() => choose([unknown])).toThrow(`No mutant is called “${unknown}”`);
    expect(() => choose(['a typo'])).toThrow('No mutant is called “a typo”');
  });
});

const CODE = `
/** Länge. */
export const LIMIT = 5 as number;
export const double = (n: number) => n * 2;
export const limits = { reads: { most: 1 }, writes: { most: 1 } };
export class Store<T> {
  private readonly keys = new Set<T>();
  constructor(private readonly most: number) {}
  @Log() has(key: T): boolean { return this.keys.has(key); }
}
export function outer(): number {
  function inner(): number { return LIMIT; }
  return inner() + LIMIT;
}`;

describe('an edit', () => {
  const edit = { file: 'a.ts', symbol: 'outer', find: 'inner() + LIMIT', replace: '1' };

  it.each([
    ['a constant', 'LIMIT', '7', 'export const LIMIT = 7;'],
    ['an arrow function', 'double', '0', '=> 0;'],
    ['a property', 'writes.most', '2', 'reads: { most: 1 }, writes: { most: 2 }'],
    ['a field', 'Store.keys', 'new Set()', 'keys = new Set();'],
    ['a method', 'Store.has', ' return true; ', 'has(key: T): boolean { return true; }'],
    ['a function within another', 'outer.inner', ' return 1; ', 'function inner(): number { return 1; }'],
  ])('rewrites %s', (_what, symbol, replace, expected) => {
    expect(edited(CODE, { file: 'a.ts', symbol, replace })).toContain(expected);
  });

  it('replaces a part of the symbol, wherever else that text occurs', () => {
    expect(edited(CODE, { ...edit, symbol: 'inner', find: 'LIMIT' })).toContain(
      '{ return 1; }\n  return inner() + LIMIT;',
    );
  });

  it('that fits nowhere, or twice, is an error that names file and symbol', () => {
    expect(() => edited(CODE, { ...edit, symbol: 'Store.add' })).toThrow('a.ts has no `Store.add`');
    expect(() => edited(CODE, { ...edit, symbol: 'most' })).toThrow('a.ts has 2 `most`');
    expect(() => edited(CODE, { ...edit, find: 'x' })).toThrow('`outer` of a.ts contains this nowhere:\nx');
    expect(() => edited(CODE, { ...edit, find: 'LIMIT' })).toThrow('more than once');
  });
});
