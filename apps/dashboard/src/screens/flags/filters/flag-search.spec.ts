import type { FlagSummary } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { findFlags, noteSwitched } from './find-flags.js';
import { type FlagSearch, parseFlagSearch } from './flag-search.js';
import { ORDERS, orderOf } from './search-controls.js';

const ENVIRONMENTS = ['dev', 'prod'].map((slug) => ({ id: `${slug}-id`, slug, created_at: '2025-12-01' }));
const value = (slug: string, isOn: boolean, at = '2026-01-01') =>
  ({
    environment_id: `${slug}-id`,
    is_enabled: isOn,
    rollout_percentage: 100,
    has_rule: false,
    updated_at: at,
  }) as FlagSummary['environments'][number];

const flag = (key: string, more: Partial<FlagSummary> = {}) =>
  ({
    id: key,
    key,
    name: key,
    type: 'boolean',
    tags: [],
    created_at: '2026-01-01',
    archived_at: null,
    environments: [],
    ...more,
  }) as FlagSummary;

const FLAGS = [
  flag('checkout', {
    name: 'New checkout',
    tags: ['web'],
    owner_id: 'ada',
    environments: [value('dev', true), value('prod', false, '2026-03-01')],
  }),
  flag('banner', {
    type: 'string',
    tags: ['christmas', 'web'],
    environments: [value('dev', false), value('prod', false)],
  }),
  flag('alpha', { environments: [value('dev', true, '2026-02-01'), value('prod', true)] }),
];
const keys = (search: object) =>
  findFlags(FLAGS, {}, parseFlagSearch({ ...search }), { environments: ENVIRONMENTS }).map(({ key }) => key);

describe('what the flags table shows', () => {
  it.each([
    [{}, ['alpha', 'banner', 'checkout']],
    [{ q: 'NEW ch' }, ['checkout']],
    [{ q: 'christ' }, ['banner']],
    [{ type: 'string' }, ['banner']],
    [{ tag: 'web' }, ['banner', 'checkout']],
    [{ q: 'WEB' }, ['banner', 'checkout']],
    [{ owner: 'ada' }, ['checkout']],
    [{ owner: 'none' }, ['alpha', 'banner']],
    [{ state: 'on' }, ['alpha', 'checkout']],
    [{ state: 'off' }, ['banner']],
    [{ state: 'on', env: 'prod' }, ['alpha']],
    [{ state: 'off', env: 'prod' }, ['banner', 'checkout']],
    [{ desc: true }, ['checkout', 'banner', 'alpha']],
    [{ sort: 'changed', desc: true }, ['checkout', 'alpha', 'banner']],
  ])('%j: %j', (search, expected) => expect(keys(search)).toEqual(expected));

  it.each([
    ['day', []],
    ['week', ['checkout']],
    ['month', ['alpha', 'checkout']],
    ['not-month', ['banner']],
    ['not-quarter', []],
  ] as const)('of age %s: %j', (age, expected) => {
    const found = findFlags(FLAGS, {}, { age }, { now: Date.parse('2026-03-03') });
    expect(found.map(({ key }) => key)).toEqual(expected);
  });

  it('of a kind, and by end date', () => {
    const now = Date.parse('2027-01-01T12:00:00Z');
    const dated = [
      flag('ended', { kind: 'release', ends_on: '2026-12-31' }),
      flag('last-day', { kind: 'experiment', ends_on: '2027-01-01' }),
      flag('soon', { kind: 'release', ends_on: '2027-01-31' }),
      flag('later', { kind: null, ends_on: '2027-02-01' }),
      flag('open', { kind: null, ends_on: null }),
    ];
    const found = (search: object) =>
      findFlags(dated, {}, parseFlagSearch({ ...search }), { now }).map(({ key }) => key);
    expect(found({ kind: 'release' })).toEqual(['ended', 'soon']);
    expect(found({ kind: 'none' })).toEqual(['later', 'open']);
    expect(found({ ends: 'passed' })).toEqual(['ended']);
    expect(found({ ends: 'month' })).toEqual(['last-day', 'soon']);
    expect(found({ ends: 'none' })).toEqual(['open']);
  });

  it('of a stage', () => {
    const now = Date.parse('2026-03-15');
    const reported = new Map([['checkout', null]]);
    const stagedKeys = (stage: string, more = {}) =>
      findFlags(FLAGS, {}, parseFlagSearch({ stage }), { now, ...more }).map(({ key }) => key);
    expect(stagedKeys('stale')).toEqual(['alpha', 'banner']);
    expect(stagedKeys('active')).toEqual(['checkout']);
    expect(stagedKeys('stale', { reported })).toEqual(['alpha', 'banner', 'checkout']);
    expect(parseFlagSearch({ stage: 'typed in' }).stage).toBeUndefined();
  });

  it('with an added environment, as before', () => {
    const now = Date.parse('2026-03-03');
    const added = value('added', false, '2026-03-02');
    const environments = [...ENVIRONMENTS, { id: 'added-id', slug: 'added', created_at: '2026-03-02' }];
    const flags = FLAGS.map((one) => ({ ...one, environments: [...one.environments, added] }));
    const found = (search: FlagSearch) => findFlags(flags, {}, search, { now, environments }).map(({ key }) => key);
    expect(found({ age: 'not-month' })).toEqual(['banner']);
    expect(found({ sort: 'changed', desc: true })).toEqual(['checkout', 'alpha', 'banner']);
  });

  it('created within a time, or before it', () => {
    const made = [flag('new', { created_at: '2026-03-02' }), flag('old', { created_at: '2026-01-15' })];
    const found = (created: 'week' | 'not-month') =>
      findFlags(made, {}, { created }, { now: Date.parse('2026-03-03') }).map(({ key }) => key);
    expect([found('week'), found('not-month')]).toEqual([['new'], ['old']]);
  });

  it('ignores invalid parameters of the address', () => {
    expect(parseFlagSearch({ q: '', type: 'x', state: 1, sort: {}, desc: 'yes', age: 'old', other: 1 })).toEqual({});
  });

  it('keeps a search for digits, which an address reads as a number', () => {
    expect(parseFlagSearch({ q: 2026 })).toEqual({ q: '2026' });
  });

  it('reads the chosen order back from the address', () => {
    expect(Object.values(ORDERS).map((by) => orderOf(parseFlagSearch(by)))).toEqual(Object.keys(ORDERS));
    expect(orderOf(parseFlagSearch({}))).toBe('key');
  });
});

describe('what was switched', () => {
  const off = { state: 'off' as const };
  const none = { search: off, flagIds: new Set<string>() };

  it('keeps its row where the filter would hide it', () => {
    const shown = findFlags(FLAGS, {}, off, { switched: new Set(['alpha']) }).map(({ key }) => key);
    expect(shown).toEqual(['alpha', 'banner']);
    const searched = findFlags(FLAGS, {}, { ...off, q: 'bann' }, { switched: new Set(['alpha']) });
    expect(searched.map(({ key }) => key)).toEqual(['banner']);
  });

  it('is remembered until the search changes', () => {
    const one = noteSwitched(none, off, ['alpha']);
    expect(one.flagIds).toEqual(new Set(['alpha']));
    expect(noteSwitched(one, off, [])).toBe(one);
    expect(noteSwitched(one, off, ['banner']).flagIds).toEqual(new Set(['alpha', 'banner']));
    expect(noteSwitched(one, { ...off, sort: 'changed' }, []).flagIds).toEqual(new Set(['alpha']));
    expect(noteSwitched(one, { state: 'on' }, ['alpha']).flagIds).toEqual(new Set());
  });
});
