import { describe, expect, it } from '@jest/globals';
import { parseSuite, together } from './suite.js';

describe('suites of mutants', () => {
  it('are run by the lane of their file', () => {
    expect(parseSuite('apps/a/b.spec.ts')).toEqual({ lane: 'unit', files: ['apps/a/b.spec.ts'] });
    expect(parseSuite('apps/a/b.int.spec.ts ~one of')).toEqual({
      lane: 'api',
      files: ['apps/a/b.int.spec.ts'],
      pattern: 'one of',
    });
    expect(parseSuite('e2e/a.long-fault-spec.ts').lane).toBe('long-faults');
    expect(() => parseSuite('e2e/a.ts')).toThrow('No lane runs e2e/a.ts.');
  });

  it('are run together where a file takes seconds, each file once and whole', () => {
    const texts = ['a.spec.ts', 'b.e2e-spec.ts ~x', 'b.e2e-spec.ts ~y', 'c.slow-spec.ts ~z', 'a.spec.ts ~y'];
    expect(together(texts.map(parseSuite))).toEqual([
      { lane: 'unit', files: ['a.spec.ts'] },
      { lane: 'api', files: ['b.e2e-spec.ts'] },
      { lane: 'slow', files: ['c.slow-spec.ts'], pattern: 'z' },
    ]);
  });
});
