import { describe, expect, it } from '@jest/globals';
import { type Markers, partOf, replacePart } from './page-part.js';

const PAGE = 'Before.\n\n<!-- a -->\n\nold\n\n<!-- end of a -->\n\nAfter.\n';
const A: Markers = ['<!-- a -->', '<!-- end of a -->'];

describe('a part of a page between two markers', () => {
  it('is replaced without a change around it', () => {
    const page = replacePart(PAGE, A, "a price of $1, $& and $'");
    expect(partOf(page, A)).toBe("a price of $1, $& and $'");
    expect(replacePart(page, A, 'old')).toBe(PAGE);
  });

  it('needs its markers', () => {
    expect(() => replacePart(PAGE, ['<!-- b -->', '<!-- end of b -->'], '')).toThrow('no <!-- b -->');
  });
});
