import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEventMemory, RecentEvents } from './recent-events.js';
import { Frame } from './stream-events.js';

const event = (revision: number, length = 10) => ({
  kind: 'flag_deleted' as const,
  revision,
  frame: new Frame('x'.repeat(length)),
  change: {
    environmentId: 'e',
    epoch: 'e',
    revision,
    change: { kind: 'flag_deleted' as const, data: { flag_id: 'f', key: 'f' } },
  },
  traceparent: null,
  occurredAt: 0,
});

const newEvents = () => new RecentEvents('e', createEventMemory(1e9));

const revisions = (events: { revision: number }[] | undefined) => events?.map(({ revision }) => revision);

describe('recent events', () => {
  it('know nothing at first', () => expect(newEvents().after(0)).toBeUndefined());

  it('reach back to the oldest event in memory, and no further', () => {
    const recent = newEvents();
    for (const revision of [5, 6, 7]) recent.add(event(revision));
    expect([3, 4, 5, 6, 7, 8].map((after) => revisions(recent.after(after)))).toEqual([
      undefined,
      [5, 6, 7],
      [6, 7],
      [7],
      [],
      [],
    ]);
  });

  it('start again after a gap', () => {
    const recent = newEvents();
    for (const revision of [5, 6, 9]) recent.add(event(revision));
    expect([6, 8].map((after) => revisions(recent.after(after)))).toEqual([undefined, [9]]);
  });

  it('hold up to 256 events or 128 KiB, and always the last one', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(lengths, (all) => {
        const recent = newEvents();
        for (const [index, length] of all.entries()) recent.add(event(index + 1, length));
        const kept = all.map((_, index) => recent.after(index)).find((events) => events !== undefined) ?? [];
        const bytes = kept.reduce((sum, { frame }) => sum + frame.chunk.length, 0);
        expect(revisions(recent.after(all.length - 1))).toEqual([all.length]);
        expect(kept.length === 1 || bytes <= 128 * 1024).toBe(true);
      }),
    );
    const many = newEvents();
    for (let revision = 1; revision <= 1_000; revision++) many.add(event(revision));
    expect([revisions(many.after(743)), many.after(744)?.length]).toEqual([undefined, 256]);
  });
});

describe('a frame', () => {
  it('holds its bytes as they are and as one chunk of a chunked response', () => {
    const frame = new Frame('data: é\n\n');
    expect(frame.plain.toString()).toBe('data: é\n\n');
    expect(frame.chunk.toString()).toBe('a\r\ndata: é\n\n\r\n');
  });
});
