import { describe, expect, it } from '@jest/globals';
import { type FlagRow, FRESH_VALUE, type ValueState } from '../flags/flag-row.js';
import { decideFlag } from './decide-flag.js';

const SLUGS = new Set(['eu', 'us']);
const row = {
  id: 'f',
  key: 'a',
  name: 'A',
  type: 'string',
  description: null,
  tags: ['x', 'y'],
  kind: 'release',
  ends_on: null,
  archived_at: null,
};
const current = (values: Record<string, ValueState> = {}) => ({
  row: row as unknown as FlagRow,
  values: new Map(Object.entries(values)),
});
const flag = { key: 'a', type: 'string' as const };

describe('a flag of a document', () => {
  it('is created as given when the project does not have it', () => {
    const { decided } = decideFlag(
      {
        ...flag,
        tags: ['b', 'a'],
        kind: 'experiment',
        archived: true,
        environments: { eu: { is_enabled: true }, us: {} },
      },
      undefined,
      SLUGS,
    ) as { decided: object };
    expect(decided).toEqual({
      key: 'a',
      type: 'string',
      current: undefined,
      next: {
        name: 'a',
        description: null,
        tags: ['a', 'b'],
        kind: 'experiment',
        ends_on: null,
        archived: true,
      },
      changed: ['kind', 'archived', 'tags'],
      values: [{ slug: 'eu', before: FRESH_VALUE, next: { ...FRESH_VALUE, is_enabled: true } }],
    });
  });

  it('changes nothing when it has the same values, in another order or fewer fields', () => {
    const value = { ...FRESH_VALUE, rollout_percentage: 5 };
    for (const same of [
      flag,
      { ...flag, tags: ['y', 'x'], name: 'A', description: null, archived: false },
      { ...flag, environments: { eu: value } },
    ])
      expect(decideFlag(same, current({ eu: value }), SLUGS)).toMatchObject({ decided: { changed: [], values: [] } });
  });

  it('changes only the fields that differ', () => {
    expect(
      decideFlag(
        { ...flag, name: 'B', kind: null, ends_on: '2027-01-31', environments: { eu: { rollout_percentage: 6 } } },
        current({ eu: FRESH_VALUE }),
        SLUGS,
      ),
    ).toMatchObject({
      decided: {
        next: { name: 'B', tags: ['x', 'y'], kind: null, ends_on: '2027-01-31', archived: false },
        changed: ['name', 'kind', 'ends_on'],
        values: [{ slug: 'eu', before: FRESH_VALUE, next: { ...FRESH_VALUE, rollout_percentage: 6 } }],
      },
    });
  });

  it('lists all of its faults', () => {
    const environments = { eu: { targeting_attribute: 'a' }, mars: {} };
    expect(decideFlag({ ...flag, environments }, undefined, SLUGS).faults?.map(({ pointer }) => pointer)).toEqual([
      '/environments/eu/targeting_value',
      '/environments/mars',
    ]);
    const targeting_value = JSON.stringify(Array.from({ length: 201 }, String));
    const listed = { eu: { targeting_attribute: 'a', targeting_value } };
    expect(decideFlag({ ...flag, environments: listed }, undefined, SLUGS).faults).toEqual([
      {
        pointer: '/environments/eu/targeting_value',
        detail: 'targeting_value must list at most 200 values; it lists 201',
      },
    ]);
    expect(decideFlag({ ...flag, type: 'json' }, current(), SLUGS).faults).toEqual([
      { pointer: '/type', detail: 'must be string, the type of this flag in the project' },
    ]);
  });
});
