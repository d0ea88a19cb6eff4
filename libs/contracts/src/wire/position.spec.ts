import { describe, expect, it } from '@jest/globals';
import { formatPosition, isBehind, opaqueTag, parsePosition, positionInTag } from './position.js';

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

describe('the position in a tag', () => {
  it.each([
    'W/"3f9a-42"',
    '"3f9a-42"',
    'W/3f9a-42',
    '3f9a-42',
    ' W/"3f9a-42" ',
    '"3f9a-42-gzip"',
    'W/"3f9a-42-br"',
    'W/"3f9a-42-u1-e3"',
    '"3f9a-42-u1-gzip"',
    'W/"3f9a-42-Ab_9xyzAb_9xyzAb_9xy"',
    'W/"3f9a-42-e3-Ab_9xyzAb_9xyzAb_9xy"',
    'W/"3f9a-42", W/"3f9a-41"',
    '"3f9a-42;br"',
  ])('reads %s', (tag) => expect(positionInTag(tag)).toEqual({ epoch: '3f9a', revision: 42 }));

  it.each(['"3f9a"', '*', '', 'w/"3f9a-42"', '"3f9a-x"', 'W/"W/"3f9a-42""'])('finds none in %p', (tag) =>
    expect(positionInTag(tag)).toBeUndefined(),
  );

  it('is cut from text of any length in time that grows with it', () => {
    expect(opaqueTag(`"${'-gzip'.repeat(100_000)}`)).toHaveLength(499_995);
  });
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
