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

describe('the position that was in effect', () => {
  it('has the epoch in which its revision was made; the present one has that of now', () => {
    expect(decidePosition(around({}))).toEqual({ epoch: 'a', revision: 5 });
    expect(decidePosition(around({ epoch: null, checkpoint_epoch: 'c' }))).toEqual({ epoch: 'c', revision: 5 });
    expect(decidePosition(around({ revision: 9, next_epoch: null }))).toEqual({ epoch: 'b', revision: 9 });
  });

  it.each([
    ['nothing is known before it', { revision: null }],
    ['a row is missing after it', { next_epoch: null }],
  ])('is not guessed where %s', (_, found) =>
    expect(() => decidePosition(around(found))).toThrow('does not go back that far'),
  );
});

describe('a position that a caller names', () => {
  const asked = (epoch: string, revision: number, found: Partial<Surroundings> = {}) =>
    assertOfThisHistory({ epoch, revision }, around({ revision, ...found }));

  it('is of this history in each epoch in which its revision was served', () => {
    expect(() => {
      asked('a', 5);
      asked('b', 5, { next_epoch: 'b' });
      asked('c', 5, { epoch: null, checkpoint_epoch: 'c' });
      asked('b', 9, { next_epoch: null });
    }).not.toThrow();
  });

  it('is refused in another epoch, after the present revision, and where its rows are gone', () => {
    expect(() => asked('x', 5)).toThrow('another environment');
    expect(() => asked('b', 10, { epoch: null, next_epoch: null })).toThrow('another environment');
    expect(() => asked('a', 2, { epoch: null, next_epoch: null })).toThrow('does not go back that far');
  });
});
