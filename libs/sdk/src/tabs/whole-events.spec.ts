import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wholeEvents } from './whole-events.js';

const TEXT =
  ':hb\n\nid: e-1\nevent: ready\ndata: {}\n\nid: e-2\nevent: flag_updated\ndata: {"name":"é 😊"}\n\nid: e-3\nda';

describe('whole events', () => {
  it('are the same, wherever chunks end', () => {
    const bytes = new TextEncoder().encode(TEXT);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(bytes.length)), (cuts) => {
        const events = wholeEvents();
        const at = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
        const read = at.slice(1).map((end, index) => events.read(bytes.slice(at[index], end)));
        expect(read.join('')).toBe(TEXT.slice(0, TEXT.lastIndexOf('id: e-3')));
        for (const one of read) expect(one).toMatch(/^$|\n\n$/);
        expect(events.lastId).toBe('e-2');
      }),
    );
  });

  it('have no last id before the first', () => {
    const events = wholeEvents();
    events.read(new TextEncoder().encode(':hb\n\nid: e-1\n'));
    expect(events.lastId).toBe('');
  });
});
