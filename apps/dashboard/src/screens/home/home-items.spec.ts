import type { EnvironmentConnection, FlagSummary } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { startOfDay, staleFlags, stepsLeft } from './home-items.js';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const LONG_AGO = '2026-09-01T00:00:00.000Z';
const environments = [{ id: 'production', created_at: LONG_AGO }];

const aFlag = (key: string, is_enabled: boolean, updated_at = LONG_AGO, rollout_percentage = 100) =>
  ({
    id: key,
    key,
    created_at: LONG_AGO,
    archived_at: null,
    environments: [{ environment_id: 'production', is_enabled, rollout_percentage, has_rule: false, updated_at }],
  }) as unknown as FlagSummary;

const connection = (streams: number, last_seen_at: string | null = null): EnvironmentConnection => ({
  environment_id: 'production',
  last_seen_at,
  streams,
  complete: true,
});

describe('stale flags', () => {
  it('are named with the reason, and flags that changed are left out', () => {
    const flags = [aFlag('on', true), aFlag('off', false), aFlag('fresh', true, '2026-11-29T00:00:00.000Z')];
    expect(staleFlags(flags, environments, NOW)).toEqual([
      { id: 'on', key: 'on', reason: 'on' },
      { id: 'off', key: 'off', reason: 'off' },
    ]);
  });

  it('include flags that no app has reported for long, where apps report', () => {
    const flags = [aFlag('partly', true, LONG_AGO, 50)];
    expect(staleFlags(flags, environments, NOW)).toEqual([]);
    const reported = new Map([['partly', LONG_AGO]]);
    expect(staleFlags(flags, environments, NOW, reported)).toMatchObject([{ key: 'partly', reason: 'unreported' }]);
  });
});

describe('the steps left to a first live flag', () => {
  it.each([
    ['all without a flag', [], [connection(0)], ['flag', 'app', 'switch']],
    ['two with a flag that is off', [aFlag('a', false)], [connection(0)], ['app', 'switch']],
    ['none with a flag that is on', [aFlag('a', true)], [connection(0)], []],
    ['none with an app that listens', [aFlag('a', false)], [connection(1)], []],
    ['none with an app that has read', [aFlag('a', false)], [connection(0, LONG_AGO)], []],
  ])('are %s', (_, flags, connections, expected) => expect(stepsLeft(flags, connections)).toEqual(expected));
});

it("starts the day at the reader's midnight", () => {
  const start = new Date(startOfDay(NOW));
  expect([start.getHours(), start.getMinutes(), start.getMilliseconds()]).toEqual([0, 0, 0]);
  expect(NOW - start.getTime()).toBeLessThan(86_400_000);
});
