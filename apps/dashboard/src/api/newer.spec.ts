import type { FlagView, LatestChange } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { newerChanges, newerFlag, newerFlags } from './newer.js';

const flag = (name: string, updated_at: string, rows: [environment: string, on: boolean, updated_at: string][]) =>
  ({
    id: 'flag',
    name,
    updated_at,
    environments: rows.map(([environment_id, is_enabled, at]) => ({ environment_id, is_enabled, updated_at: at })),
  }) as FlagView;

describe('an answer', () => {
  it('is taken when the cache is empty or older', () => {
    const answer = flag('new', '2', [['dev', true, '2']]);
    expect(newerFlag(undefined, answer)).toEqual(answer);
    expect(newerFlag(flag('old', '1', [['dev', false, '1']]), answer)).toEqual(answer);
  });

  it('keeps the newer value of each environment', () => {
    const held = flag('new', '1', [
      ['dev', true, '5'],
      ['prod', false, '1'],
    ]);
    const answer = flag('newer', '2', [
      ['dev', false, '4'],
      ['prod', true, '3'],
    ]);
    expect(newerFlag(held, answer)).toEqual(
      flag('newer', '2', [
        ['dev', true, '5'],
        ['prod', true, '3'],
      ]),
    );
    expect(newerFlag(flag('newest', '3', []), answer).name).toBe('newest');
  });

  it('decides which environments and flags exist', () => {
    const held = flag('a', '1', [
      ['dev', true, '5'],
      ['gone', true, '5'],
    ]);
    const answer = flag('a', '1', [
      ['dev', false, '4'],
      ['added', false, '4'],
    ]);
    expect(newerFlags([held, { ...held, id: 'deleted' }], [answer, { ...answer, id: 'made' }])).toEqual([
      flag('a', '1', [
        ['dev', true, '5'],
        ['added', false, '4'],
      ]),
      { ...answer, id: 'made' },
    ]);
  });

  it('keeps later changes', () => {
    const change = (created_at: string) => ({ created_at }) as LatestChange;
    expect(
      newerChanges({ a: change('3'), b: change('1') }, { a: change('2'), b: change('2'), c: change('1') }),
    ).toEqual({
      a: change('3'),
      b: change('2'),
      c: change('1'),
    });
    expect(newerChanges(undefined, { a: change('1') })).toEqual({ a: change('1') });
  });
});
