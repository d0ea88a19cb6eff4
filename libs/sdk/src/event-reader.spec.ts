import { describe, expect, it } from '@jest/globals';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { eventReader, type EventFields } from './event-reader.js';

function read(pieces: readonly string[]): EventFields[] {
  const events: EventFields[] = [];
  const feed = eventReader((fields) => events.push(fields));
  for (const piece of pieces) feed(piece);
  return events;
}

/** The events among the blocks, with nothing but what an event has. */
const eventsOf = (blocks: readonly EventFields[]) =>
  blocks.flatMap(({ id, event, data }) => (data === undefined ? [] : [{ id, event: event || undefined, data }]));

/** What a published parser makes of it. */
function readByPeer(pieces: readonly string[]) {
  const events: object[] = [];
  const parser = createParser({ onEvent: ({ id, event, data }) => events.push({ id, event, data }) });
  for (const piece of pieces) parser.feed(piece);
  return events;
}

const line = fc.oneof(
  fc.constantFrom(
    'data',
    'data:',
    'data: {"a":1}',
    'data:  two blanks',
    'id: e-1',
    'id',
    'event: flag_updated',
    'event:',
  ),
  fc.constantFrom(
    'retry: 1000',
    'retry: x',
    'retry:',
    ':hb',
    ':',
    ': comment',
    'unknown: 1',
    ' data: x',
    'dataset: x',
    '__proto__: x',
    'constructor',
  ),
  fc.constant(''),
  fc.string({ unit: fc.constantFrom('d', 'a', 't', ':', ' ', '\u2028', 'é', '😊') }),
);
const ending = fc.constantFrom('\n', '\r\n', '\r');
const stream = fc.array(fc.tuple(line, ending), { maxLength: 30 }).map((lines) => lines.flat().join(''));

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [0, ...places.map((place) => place % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
}

describe('eventReader', () => {
  it('reads any stream as a published parser does', () => {
    const property = fc.property(stream, (text) => {
      // Both wait after a last CR; one event may be on its way then.
      const whole = [`${text}\n\n`];
      expect(eventsOf(read(whole))).toEqual(readByPeer(whole));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('does not depend on where the stream is cut', () => {
    const property = fc.property(stream, fc.array(fc.nat()), (text, places) => {
      const ended = `${text}\n\n`;
      expect(read(cut(ended, places))).toEqual(read([ended]));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('returns comments and fields beside events', () => {
    expect(read([': hello\n\nretry: 1500\n\n'])).toEqual([{ '': 'hello' }, { retry: '1500' }]);
  });

  it('takes no longer for a long line in many pieces than in a few', () => {
    const data = 'x'.repeat(8_000_000);
    const pieces = ['data: ', ...(data.match(/.{1,1000}/g) ?? []), '\n\n'];
    const startedAt = performance.now();
    expect(read(pieces)).toEqual([{ data }]);
    // The square of it would take minutes.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
