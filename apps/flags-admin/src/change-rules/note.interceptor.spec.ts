import { isVisible } from '@burgee/contracts/plain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readNote } from './note.interceptor.js';

describe('the comment of a request', () => {
  it('can be any text, percent-encoded in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (text) => {
        const comment = text.replaceAll('\0', '').trim();
        const note = readNote({ headers: { 'burgee-comment': encodeURIComponent(text.replaceAll('\0', '')) } });
        expect(note).toEqual(isVisible(comment) ? { comment } : {});
      }),
    );
  });

  it('is missing when nothing of it can be seen', () => {
    for (const text of [' ', '\u200B', '\u2060\u00A0', '\u2800', '\u3164', '\uFFFC']) {
      const encoded = encodeURIComponent(text);
      const headers = { 'burgee-comment': encoded, 'burgee-bypass-reason': encoded };
      expect(readNote({ headers, body: { comment: text } })).toEqual({});
    }
  });

  it("comes from the body before the header, and invalid types are left to the body's validation", () => {
    const headers = { 'burgee-comment': 'header' };
    expect(readNote({ headers, body: { comment: ' body ' } })).toEqual({ comment: 'body' });
    expect(readNote({ headers, body: { comment: 7 } })).toEqual({ comment: 'header' });
    expect(readNote({ headers: {}, body: null })).toEqual({});
  });

  it('400 for a comment in the body that is too long, with any other fields', () => {
    const body = { comment: 'x'.repeat(501) };
    expect(() => readNote({ headers: {}, body })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        options: { errors: [expect.objectContaining({ pointer: '/comment' })] },
      }),
    );
  });

  it.each([
    ['that is not percent-encoded UTF-8', '%E0%A4%A'],
    ['that is too long', 'x'.repeat(501)],
    ['with NUL', 'x%00'],
  ])('400 for a header %s', (_, text) => {
    for (const header of ['burgee-comment', 'burgee-bypass-reason'])
      expect(() => readNote({ headers: { [header]: text } })).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
  });
});
