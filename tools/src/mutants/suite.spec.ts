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
    expect(parseSuite('e2e/slow/a.fault-spec.ts').lane).toBe('slow-faults');
    expect(() => parseSuite('e2e/a.ts')).toThrow('No lane runs e2e/a.ts.');
  });

  it('are run together where a file takes seconds, each file once and whole', () => {
    const texts = [
      'apps/a.spec.ts',
      'e2e/b.e2e-spec.ts ~x',
      'e2e/b.e2e-spec.ts ~y',
      'e2e/slow/c.e2e-spec.ts ~z',
      'apps/a.spec.ts ~y',
    ];
    expect(together(texts.map(parseSuite))).toEqual([
      { lane: 'unit', files: ['apps/a.spec.ts'] },
      { lane: 'api', files: ['e2e/b.e2e-spec.ts'] },
      { lane: 'slow', files: ['e2e/slow/c.e2e-spec.ts'], pattern: 'z' },
    ]);
  });
});
