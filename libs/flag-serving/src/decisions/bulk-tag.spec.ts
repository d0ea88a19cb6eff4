import { describe, expect, it } from '@jest/globals';
import { bulkTag, isOlderThanEvent, namedBy } from './bulk-tag.js';

const AT_7 = { epoch: 'x', revision: 7 };

describe('the ETag of a bulk answer', () => {
  const tag = bulkTag(AT_7, Buffer.from('{}'));

  it('is weak, and the same for the same position and context', () => {
    expect(tag).toMatch(/^W\/"x-7-e3-[\w-]{22}"$/);
    expect(bulkTag({ ...AT_7 }, Buffer.from('{}'))).toBe(tag);
  });

  it.each([
    ['revision', bulkTag({ ...AT_7, revision: 8 }, Buffer.from('{}'))],
    ['epoch', bulkTag({ ...AT_7, epoch: 'y' }, Buffer.from('{}'))],
    ['context', bulkTag(AT_7, Buffer.from('{ }'))],
  ])('is another one for another %s', (_, other) => expect(other).not.toBe(tag));
});

describe('an answer at x-7 is older than the event that triggered the request', () => {
  it.each([
    [undefined, false],
    ['x-6', false],
    ['x-7', false],
    ['x-8', true],
    ['"x-8"', true],
    ['W/"x-8-Ab_9xyzAb_9xyzAb_9xy"', true],
    ['W/"x-8-e3-Ab_9xyzAb_9xyzAb_9xy"', true],
    ['y-1', true],
    ['garbage', false],
    ['', false],
  ])('%p: %p', (configTag, older) => expect(isOlderThanEvent(AT_7, namedBy(configTag))).toBe(older));
});
