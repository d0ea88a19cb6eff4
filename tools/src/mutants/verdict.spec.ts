import { describe, expect, it } from '@jest/globals';
import { judge } from './verdict.js';

const red = (name: string, begun = true) => ({ name, begun });

describe('whether a mutant is killed', () => {
  it('by the test that is about it', () => {
    expect(judge('F22: a', { passed: [], failed: [red('x'), red('drill F22: a dies')] })).toEqual({
      killed: true,
      says: 'red: drill F22: a dies and 1 more',
    });
  });

  it.each([
    ['by nothing', [], 'SURVIVED: 1 tests passed'],
    ['not by another test', [red('x')], 'RED ELSEWHERE: x, not “F22: a”'],
    ['not by a house that does not start', [red('F22: a', false)], 'RED ELSEWHERE: F22: a was not begun'],
  ])('%s', (_name, failed, says) => {
    const verdict = judge('F22: a', { passed: ['y'], failed });
    expect(verdict.killed).toBe(false);
    expect(verdict.says).toContain(says);
  });
});
