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

/** The events among the blocks, with event fields only. */
const eventsOf = (blocks: readonly EventFields[]) =>
  blocks.flatMap(({ id, event, data }) => (data === undefined ? [] : [{ id, event: event || undefined, data }]));

/** The result of a published parser. */
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
  it('reads any stream like a published parser', () => {
    const property = fc.property(stream, (text) => {
      // Both readers wait after a final CR, so one event may still be pending.
      const whole = [`${text}\n\n`];
      expect(eventsOf(read(whole))).toEqual(readByPeer(whole));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('reads the same events, wherever chunks end', () => {
    const property = fc.property(stream, fc.array(fc.nat()), (text, places) => {
      const ended = `${text}\n\n`;
      expect(read(cut(ended, places))).toEqual(read([ended]));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('returns comments and fields next to events', () => {
    expect(read([': hello\n\nretry: 1500\n\n'])).toEqual([{ '': 'hello' }, { retry: '1500' }]);
  });

  it('reads a long line in many chunks as fast as in a few', () => {
    const data = 'x'.repeat(8_000_000);
    const pieces = ['data: ', ...(data.match(/.{1,1000}/g) ?? []), '\n\n'];
    const startedAt = performance.now();
    expect(read(pieces)).toEqual([{ data }]);
    // Quadratic time would be minutes.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
