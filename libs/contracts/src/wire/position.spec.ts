import { describe, expect, it } from '@jest/globals';
import { formatPosition, isBehind, parsePosition } from './position.js';

const KNOWN = { epoch: 'e', revision: 120 };

describe('positions', () => {
  it('are read back as they were written', () => {
    expect(parsePosition(formatPosition(KNOWN))).toEqual(KNOWN);
  });

  it.each(['', '10', 'abc-', '-1', 'abc-x', 'abc-1-2', 'ABC-1', 'abc-99999999999999999', 'a b-1', '"abc123-10"'])(
    '%p is not one',
    (id) => expect(parsePosition(id)).toBeUndefined(),
  );
});

describe('a source that names an earlier revision than it did before', () => {
  it.each([
    [{ epoch: 'e', revision: 119 }, true],
    [{ epoch: 'e', revision: 120 }, false],
    [{ epoch: 'e', revision: 121 }, false],
    [{ epoch: 'f', revision: 1 }, false],
  ])('%j: %p', (now, behind) => {
    expect(isBehind(now, KNOWN)).toBe(behind);
  });
});
