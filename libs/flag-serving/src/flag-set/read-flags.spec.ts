import { describe, expect, it } from '@jest/globals';
import { readFlags } from './read-flags.js';

const read = (json: string) => [...readFlags(Buffer.from(json))];
const FLAGS = [
  { flag_id: 'a', name: ',{"flag_id":"x"' },
  { flag_id: 'b', other: [{ x: 1 }, { flag_id: 'y' }] },
  { flag_id: 'c' },
];

describe('the flags of a body', () => {
  it.each([
    ['as Burgee writes them', JSON.stringify(FLAGS)],
    ['written in another way', JSON.stringify(FLAGS, undefined, 2)],
    ['beginning with something else', JSON.stringify(FLAGS.map((flag) => ({ key: 'k', ...flag })))],
    ['none', '[]'],
  ])('%s', (_, json) => {
    expect(read(json)).toEqual(JSON.parse(json));
  });

  it.each(['{', '[{"flag_id":"a"}', '', '[1'])('%s is refused', (json) => {
    expect(() => read(json)).toThrow(SyntaxError);
  });
});
