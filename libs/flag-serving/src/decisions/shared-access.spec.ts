import { describe, expect, it } from '@jest/globals';
import type { Access } from '../authenticate/access.js';
import { SharedAccess } from './shared-access.js';

const REFUSED = { kind: 'refused', allowOrigin: undefined } as Access;

function newShared() {
  const asked: string[] = [];
  let mayJoin = true;
  const shared = new SharedAccess({
    authenticate: (key, origin) => {
      asked.push(`${key} ${origin}`);
      return { result: Promise.resolve(REFUSED), join: () => mayJoin };
    },
  });
  return { shared, asked, close: () => (mayJoin = false) };
}

describe('requests that wait for the same look-up', () => {
  it('share it with the same key and origin, and with no other', async () => {
    const { shared, asked } = newShared();
    await Promise.all([
      shared.of('a', undefined),
      shared.of('a', undefined),
      shared.of('a', 'https://a'),
      shared.of('b', undefined),
      shared.of('b', undefined),
      shared.of(undefined, undefined),
    ]);
    expect(asked).toEqual(['a undefined', 'a https://a', 'b undefined', 'undefined undefined']);
  });

  it('share none that can no longer be joined, and none that is over', async () => {
    const { shared, asked, close } = newShared();
    await shared.of('a', undefined);
    await shared.of('a', undefined);
    expect(asked).toHaveLength(2);
    close();
    await Promise.all([shared.of('a', undefined), shared.of('a', undefined)]);
    expect(asked).toHaveLength(4);
  });
});
