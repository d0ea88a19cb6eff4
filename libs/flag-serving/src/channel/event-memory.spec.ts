import { describe, expect, it } from '@jest/globals';
import { createEventMemory, RecentEvents } from './recent-events.js';
import { Frame } from './stream-events.js';

const BOUND = 1_000_000;

const event = (revision: number, length: number) => ({
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

function newMemory() {
  const memory = createEventMemory(BOUND);
  const newEvents = (environmentId: string) => new RecentEvents(environmentId, memory);
  return { memory, newEvents };
}

/** The bytes of frames from the first revision on, plus the other texts of each event. */
const bytesIn = (all: readonly RecentEvents[]): number =>
  all.flatMap((one) => one.after(0) ?? []).reduce((bytes, { frame }) => bytes + 2 * frame.chunk.length, 0);

describe('the memory for recent events of all environments', () => {
  it('S127 is bounded: the environment that changed longest ago loses its events', () => {
    const { memory, newEvents } = newMemory();
    const person = newEvents('person-1');
    person.add(event(1, 500));
    const loop = Array.from({ length: 1_000 }, (_, n) => newEvents(`loop-${n}`));
    for (const one of loop) {
      one.add(event(1, 40_000));
      expect(memory.calculatedSize).toBeLessThanOrEqual(BOUND);
    }
    expect(bytesIn([person, ...loop])).toBeLessThanOrEqual(BOUND);
    expect(person.after(0)).toBeUndefined();
    expect([loop[0]?.after(0), loop[999]?.after(0)?.length]).toEqual([undefined, 1]);
  });

  it('S127 counts the frame and the other texts of an event, even one larger than the whole budget', () => {
    const { memory, newEvents } = newMemory();
    newEvents('person-1').add(event(1, 50_000));
    expect(memory.calculatedSize).toBeGreaterThan(100_000);
    const large = newEvents('loop-1');
    large.add(event(1, BOUND));
    expect([large.after(0), memory.calculatedSize < BOUND]).toEqual([undefined, true]);
  });

  it('S127 leaves no gap after a clear: the memory starts with the next event', () => {
    const { memory, newEvents } = newMemory();
    const cleared = newEvents('loop-1');
    for (const revision of [5, 6, 7]) cleared.add(event(revision, 40_000));
    memory.set('loop-2', newEvents('loop-2'), { size: BOUND });
    expect([4, 6, 7].map((after) => cleared.after(after))).toEqual([undefined, undefined, undefined]);
    cleared.add(event(8, 10));
    expect([6, 7].map((after) => cleared.after(after)?.length)).toEqual([undefined, 1]);
  });

  it('S127 frees the events of an environment without streams, even during a read of its channel', () => {
    const { memory, newEvents } = newMemory();
    const [ended, next] = [newEvents('person-1'), newEvents('person-1')];
    ended.add(event(1, 50_000));
    ended.end();
    expect(memory.calculatedSize).toBe(0);
    ended.add(event(2, 50_000));
    expect([memory.calculatedSize, ended.after(1)]).toEqual([0, undefined]);
    next.add(event(2, 10));
    const bytes = memory.calculatedSize;
    ended.clear();
    expect([bytes > 0, memory.calculatedSize]).toEqual([true, bytes]);
  });
});
