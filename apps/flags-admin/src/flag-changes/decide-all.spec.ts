import { DomainError } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { decideAll } from './decide-all.js';

const archived = () => new DomainError('flag_archived', 'This flag is archived.');
const invalid = () =>
  new DomainError('invalid_request', 'refused', {
    errors: [{ pointer: '/rollout_percentage', detail: 'is too large' }],
  });
const changed = () => new DomainError('value_changed', 'It was changed.', { current: { id: 'v' } });

const refusalOf = (items: (() => Error)[]): DomainError => {
  try {
    decideAll(items, '/changes', (item) => {
      throw item();
    });
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('nothing was refused');
};

describe('many items', () => {
  it('are decided in order', () => {
    expect(decideAll([1, 2, 3], '/changes', (item) => item * 2)).toEqual([2, 4, 6]);
  });

  it('are all refused when some are, and the error names each refused item, with its field if there is one', () => {
    const decide = (item: number) => {
      if (item === 1) throw invalid();
      if (item === 3) throw archived();
      return item;
    };
    const attempt = () =>
      decideAll([0, 1, 2, 3], '/changes', decide, (error) => (error.options.errors ? '/patch' : ''));
    expect(attempt).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringContaining('2 of 4'),
        options: {
          errors: [
            { pointer: '/changes/1/patch/rollout_percentage', detail: 'is too large' },
            { pointer: '/changes/3', detail: 'This flag is archived.' },
          ],
        },
      }),
    );
  });

  it.each([
    [[changed, archived, invalid], 'invalid_request'],
    [[changed, archived], 'flag_archived'],
    [[changed, changed], 'value_changed'],
  ] as const)('have one code: %#', (items, code) => {
    expect(refusalOf([...items]).code).toBe(code);
  });

  it('include the present rows only in value_changed errors', () => {
    expect(refusalOf([changed, changed]).options.current).toEqual([{ id: 'v' }, { id: 'v' }]);
    expect(refusalOf([changed, archived]).options.current).toBeUndefined();
  });

  it('do not hide a bug', () => {
    expect(refusalOf([() => new TypeError('a bug')])).toBeInstanceOf(TypeError);
  });
});
