import { describe, expect, it } from '@jest/globals';
import { assertOfThisHistory, decidePosition, type Surroundings } from './decide-position.js';

const around = (found: Partial<Surroundings>): Surroundings => ({
  revision: 5,
  now: { epoch: 'b', revision: 9 },
  epoch: 'a',
  checkpoint_epoch: null,
  next_epoch: 'a',
  ...found,
});

describe('the position in effect', () => {
  it('has the epoch of its revision, and for the current revision the current epoch', () => {
    expect(decidePosition(around({}))).toEqual({ epoch: 'a', revision: 5 });
    expect(decidePosition(around({ epoch: null, checkpoint_epoch: 'c' }))).toEqual({ epoch: 'c', revision: 5 });
    expect(decidePosition(around({ revision: 9, next_epoch: null }))).toEqual({ epoch: 'b', revision: 9 });
  });

  it.each([
    ['the history has no earlier change', { revision: null }],
    ['the next row is missing', { next_epoch: null }],
  ])('is not guessed when %s', (_, found) =>
    expect(() => decidePosition(around(found))).toThrow('does not go back that far'),
  );
});

describe('a position in a request', () => {
  const asked = (epoch: string, revision: number, found: Partial<Surroundings> = {}) =>
    assertOfThisHistory({ epoch, revision }, around({ revision, ...found }));

  it('belongs to this history with any epoch in which its revision was served', () => {
    expect(() => {
      asked('a', 5);
      asked('b', 5, { next_epoch: 'b' });
      asked('c', 5, { epoch: null, checkpoint_epoch: 'c' });
      asked('b', 9, { next_epoch: null });
    }).not.toThrow();
  });

  it('is refused with another epoch, after the current revision, and when its rows are gone', () => {
    expect(() => asked('x', 5)).toThrow('another environment');
    expect(() => asked('b', 10, { epoch: null, next_epoch: null })).toThrow('another environment');
    expect(() => asked('a', 2, { epoch: null, next_epoch: null })).toThrow('does not go back that far');
  });
});
