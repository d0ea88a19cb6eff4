import { describe, expect, it } from '@jest/globals';
import { resultOf } from './mutant-result.js';

const red = (name: string, begun = true) => ({ name, begun });

describe('whether a mutant is killed', () => {
  it('by the test that is about it', () => {
    expect(resultOf('F22: a', { passed: [], failed: [red('x'), red('faults F22: a dies')] })).toEqual({
      killed: true,
      says: 'red: faults F22: a dies and 1 more',
    });
  });

  it.each([
    ['by nothing', [], 'SURVIVED: 1 tests passed'],
    ['not by another test', [red('x')], 'RED ELSEWHERE: x, not “F22: a”'],
    ['not by a cluster that does not start', [red('F22: a', false)], 'RED ELSEWHERE: F22: a was not begun'],
  ])('%s', (_name, failed, says) => {
    const result = resultOf('F22: a', { passed: [{ name: 'y', file: 'y.spec.ts' }], failed });
    expect(result.killed).toBe(false);
    expect(result.says).toContain(says);
  });
});
