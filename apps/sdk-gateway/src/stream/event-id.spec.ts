import { describe, expect, it } from '@jest/globals';
import { decideOpening, formatPlace, parsePlace } from './event-id.js';

const NOW = { epoch: 'abc123', revision: 10 };

describe('event ids', () => {
  it('are read back as they were written', () => {
    expect(parsePlace(formatPlace(NOW))).toEqual(NOW);
  });

  it.each(['', '10', 'abc-', '-1', 'abc-x', 'abc-1-2', 'ABC-1', 'abc-99999999999999999', 'a b-1', '"abc123-10"'])(
    '%p is not one',
    (id) => expect(parsePlace(id)).toBeUndefined(),
  );
});

describe('how a stream opens', () => {
  it.each([
    ['no place: at the present', undefined, { kind: 'continue', from: 10 }],
    ['an empty place: at the present', '', { kind: 'continue', from: 10 }],
    ['a place in the past: from there', 'abc123-7', { kind: 'continue', from: 7 }],
    ['the present place: from there', 'abc123-10', { kind: 'continue', from: 10 }],
    ['a place ahead of the server: a snapshot', 'abc123-11', { kind: 'snapshot' }],
    ['another epoch: a snapshot', 'zzz-7', { kind: 'snapshot' }],
    ['garbage: a snapshot', 'garbage', { kind: 'snapshot' }],
  ])('%s', (_title, lastEventId, opening) => {
    expect(decideOpening(lastEventId, false, NOW)).toEqual(opening);
  });

  it('with a snapshot when it is asked for', () => {
    expect(decideOpening('abc123-7', true, NOW)).toEqual({ kind: 'snapshot' });
  });
});
