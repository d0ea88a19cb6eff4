import { describe, expect, it } from '@jest/globals';
import { findColliding } from './find-colliding.js';

const account = (id: string, email: string, day: number) => ({ id, email, created_at: new Date(2026, 0, day) });

describe('accounts that are one address', () => {
  it('are listed together, the oldest first', () => {
    const accounts = [
      account('b', 'ada@b\u00fccher.example', 2),
      account('other', 'eve@b\u00fccher.example', 1),
      account('a', 'Ada@xn--bcher-kva.example', 1),
      account('c', 'ada@bu\u0308cher.example', 3),
    ];
    expect(findColliding(accounts).map((group) => group.map(({ id }) => id))).toEqual([['a', 'b', 'c']]);
  });
});
