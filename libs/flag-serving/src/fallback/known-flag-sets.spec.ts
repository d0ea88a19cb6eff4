import { type FlagSet, flagSetBody, type ServedFlag } from '@burgee/contracts/wire';
import { aRow } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import type { ReportedChange } from '../source/flag-source.js';
import { applyChanges, ReportedChanges } from './known-flag-sets.js';

const flag = (is_enabled: boolean) => aRow('f', { is_enabled });

const SET: FlagSet = { environmentId: 'env', epoch: 'e', revision: 5, body: flagSetBody([flag(false)]) };
const change = (revision: number, is_enabled: boolean, epoch = 'e'): ReportedChange => ({
  environmentId: 'env',
  epoch,
  revision,
  change: { kind: 'flag_updated', data: flag(is_enabled) },
});

describe('reported changes', () => {
  it('are applied in order, each once', () => {
    const newest = applyChanges(SET, [change(7, false), change(6, true), change(6, true), change(4, true)]);
    expect(newest).toEqual({ ...SET, revision: 7, body: flagSetBody([flag(false)]) });
  });

  it.each([
    ['nothing', []],
    ['only earlier revisions', [change(5, true), change(3, true)]],
    ['something after a gap', [change(7, true)]],
    ['something of another epoch', [change(6, true, 'other')]],
  ])('%s leaves the set as it is', (_what, changes) => expect(applyChanges(SET, changes)).toBe(SET));
});

describe('the memory of reported changes', () => {
  it('is bounded over all environments, and keeps the most recent ones', () => {
    const changes = new ReportedChanges();
    const environments = Array.from({ length: 30 }, (_, number) => `env-${number}`);
    for (const environmentId of environments)
      for (let revision = 1; revision <= 1_000; revision++) {
        const { change: made, ...version } = change(revision, true);
        const data = { ...made.data, targeting_value: 'x'.repeat(500) } as ServedFlag;
        changes.add({ ...version, environmentId, change: { kind: 'flag_updated', data } });
      }
    const reached = environments.map(
      (environmentId) => changes.applyTo({ ...SET, environmentId, revision: 0 }).revision,
    );
    expect(reached).toEqual([...Array(11).fill(0), ...Array(19).fill(1_000)]);
  });

  it('drops changes up to the revision that the source has returned', () => {
    const changes = new ReportedChanges();
    for (const revision of [6, 7]) changes.add(change(revision, true));
    changes.dropUpTo({ ...SET, revision: 6 });
    expect(changes.applyTo(SET)).toBe(SET);
    expect(changes.applyTo({ ...SET, revision: 6 }).revision).toBe(7);
  });
});
