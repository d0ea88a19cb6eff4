import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ServedFlag } from './served-flag.js';
import type { FlagChange } from './views/sdk-read.js';
import { applyToBody, flagSetBody, unwrapFlagSet, wrapFlagSet } from './flag-set.js';

const flag = (key: string, is_enabled = false): ServedFlag => ({
  flag_id: `id-${key}`,
  key,
  name: key,
  type: 'boolean',
  is_enabled,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
});

const NAME = { environmentId: 'env', epoch: 'e', revision: 3 };
const body = flagSetBody([flag('b'), flag('a')]);

describe('flag set body', () => {
  it('is ordered by key and holds exactly the nine fields', () => {
    const flags = JSON.parse(String(flagSetBody([{ ...flag('b'), extra: 1 } as ServedFlag, flag('a')]))) as object[];
    expect(flags).toEqual([flag('a'), flag('b')]);
  });

  it('with one flag replaced equals a rebuilt body', () => {
    expect(applyToBody(body, { kind: 'flag_updated', data: flag('b', true) })).toEqual(
      flagSetBody([flag('a'), flag('b', true)]),
    );
  });
});

describe('a change applied to a body', () => {
  it('replaces only this flag, for any texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{"flag_id":"id-b"', '},{"flag_id":"id-b","key":"b"', '\\"},{"flag_id":"', '}]', '\\'),
    );
    const set = fc
      .tuple(text, text, text)
      .map((names) => ['a', 'b', 'c'].map((key, i) => ({ ...flag(key), name: names[i]! })));
    fc.assert(
      fc.property(set, fc.nat({ max: 2 }), text, (flags, index, targeting_value) => {
        const next = { ...flags[index]!, targeting_value };
        expect(applyToBody(flagSetBody(flags), { kind: 'flag_updated', data: next })).toEqual(
          flagSetBody(flags.with(index, next)),
        );
      }),
    );
  });

  it('adds a flag that is new', () => {
    const added = applyToBody(body, { kind: 'flag_updated', data: flag('aa') });
    expect(added).toEqual(flagSetBody([flag('a'), flag('aa'), flag('b')]));
  });

  it('takes away a flag that is gone', () => {
    expect(applyToBody(body, { kind: 'flag_deleted', data: { flag_id: 'id-a', key: 'a' } })).toEqual(
      flagSetBody([flag('b')]),
    );
  });
});

describe('changes applied to a body', () => {
  const keys = fc.uniqueArray(fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,3}$/), { minLength: 1, maxLength: 9 });
  const inOrder = (flags: ServedFlag[]) => flags.toSorted((a, b) => (a.key < b.key ? -1 : 1));

  it('equal the same changes one by one, also when flags come and go repeatedly', () => {
    const cases = keys.chain((all) => {
      const change = fc.record({ key: fc.constantFrom(...all), is_gone: fc.boolean(), is_enabled: fc.boolean() });
      return fc.tuple(fc.subarray(all), fc.array(change, { maxLength: 20 }));
    });
    fc.assert(
      fc.property(cases, ([before, changes]) => {
        const flags = new Map(before.map((key) => [key, flag(key)]));
        for (const { key, is_gone, is_enabled } of changes)
          if (is_gone) flags.delete(key);
          else flags.set(key, flag(key, is_enabled));
        const made = changes.map(({ key, is_gone, is_enabled }): FlagChange =>
          is_gone
            ? { kind: 'flag_deleted', data: { flag_id: `id-${key}`, key } }
            : { kind: 'flag_updated', data: flag(key, is_enabled) },
        );
        const body = flagSetBody(before.map((key) => flag(key)));
        expect(JSON.parse(String(applyToBody(body, ...made)))).toEqual(inOrder([...flags.values()]));
      }),
    );
  });

  it('S71 touch no other flag: the others are neither parsed nor rewritten', () => {
    const other = '{"flag_id":"id-b","key":"b","of":"a newer Burgee",  "name":1e0}';
    const with2 = Buffer.from(`[${JSON.stringify(flag('a'))},${other}]`);
    expect(String(applyToBody(with2, { kind: 'flag_deleted', data: { flag_id: 'id-a', key: 'a' } }))).toBe(
      `[${other}]`,
    );
    const added = JSON.stringify(flag('c'));
    expect(String(applyToBody(Buffer.from(`[${other}]`), { kind: 'flag_updated', data: flag('c') }))).toBe(
      `[${other},${added}]`,
    );
  });

  it('also apply to a body with another JSON layout', () => {
    const { flag_id, ...others } = flag('a');
    const strange = Buffer.from(JSON.stringify([{ ...others, flag_id }], undefined, 1));
    const gone = { flag_id: 'id-b', key: 'b' };
    expect(applyToBody(strange, { kind: 'flag_deleted', data: gone })).toEqual(flagSetBody([flag('a')]));
  });
});

describe('stored in Redis or on disk', () => {
  it('is read back as it was written', () => {
    expect(unwrapFlagSet(wrapFlagSet({ ...NAME, body }), NAME)).toEqual({ ...NAME, body });
  });

  const stored = String(wrapFlagSet({ ...NAME, body }));
  it.each([
    ['nothing', ''],
    ['garbage', 'garbage'],
    ['another environment', wrapFlagSet({ ...NAME, environmentId: 'other', body })],
    ['another revision', wrapFlagSet({ ...NAME, revision: 2, body })],
    ['another epoch', wrapFlagSet({ ...NAME, epoch: 'f', body })],
    ['a body cut short', stored.slice(0, -1)],
    ['an altered body', stored.replace('"is_enabled":false', '"is_enabled":true')],
    ['a body without a label', String(body)],
    ['a label that is no object', `null\n${body}`],
    ['no list', wrapFlagSet({ ...NAME, body: Buffer.from('{}') })],
    ['half a list', wrapFlagSet({ ...NAME, body: body.subarray(0, -9) })],
    ['a list of another length than it says', stored.replace('"count":2', '"count":3')],
    ['a label of another version', stored.replace('"v":1', '"v":2')],
  ])('%s is not taken for it', (_what, bytes) => expect(unwrapFlagSet(Buffer.from(bytes), NAME)).toBeUndefined());

  it('with any character altered, or any other text, is not taken for it', () => {
    const altered = fc.tuple(fc.nat({ max: stored.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }));
    const anything = fc.oneof(
      fc.string({ maxLength: 200, unit: 'binary' }),
      altered.map(([at, character]) => stored.slice(0, at) + character + stored.slice(at + 1)),
    );
    fc.assert(
      fc.property(anything, (text) => expect(unwrapFlagSet(Buffer.from(text), NAME)?.body ?? body).toEqual(body)),
      { numRuns: 1_000 },
    );
  });
});
