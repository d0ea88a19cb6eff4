import { describe, expect, it } from '@jest/globals';
import { parseUsageSearch } from './usage-search.js';
import { appsOf, usedFlags } from './used-flags.js';

const flags = ['a', 'b', 'c'].map((key) => ({ id: key, key }));
const used = (flag_id: string, last_at: string | null, apps: string[]) => ({ flag_id, last_at, apps, hours: [1] });
const usage = [
  used('a', '2026-01-01T00:00:00.000Z', ['shop', '']),
  used('b', '2026-01-02T00:00:00.000Z', ['desk', 'shop']),
  used('c', null, []),
  used('archived', '2026-01-03T00:00:00.000Z', ['old']),
];

describe('flags by application', () => {
  it.each([
    [undefined, ['b', 'a']],
    ['desk', ['b']],
    ['unknown', []],
  ])('of %s, the latest evaluation first', (app, expected) =>
    expect(usedFlags(flags, usage, app).map(({ key }) => key)).toEqual(expected),
  );

  it('names each application once', () => expect(appsOf(usage)).toEqual(['desk', 'old', 'shop']));
});

it.each([
  [{}, {}],
  [
    { env: 'production', app: 'shop' },
    { env: 'production', app: 'shop' },
  ],
  [{ env: '', app: 3 }, {}],
])('reads the search %j', (given, expected) => expect(parseUsageSearch(given)).toEqual(expected));
