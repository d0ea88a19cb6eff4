import { describe, expect, it } from '@jest/globals';
import { stageOf } from './stage-of.js';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const value = (is_enabled: boolean, days: number, more: object = {}) => ({
  environment_id: 'dev',
  is_enabled,
  rollout_percentage: 100,
  has_rule: false,
  updated_at: daysAgo(days),
  ...more,
});
const DEV = { id: 'dev', created_at: daysAgo(100) };
const ADDED = { id: 'added', created_at: daysAgo(0) };
const ENVIRONMENTS = [DEV, ADDED];
const added = { ...value(false, 0), environment_id: 'added' };
const flag = (days: number, ...environments: ReturnType<typeof value>[]) => ({
  created_at: daysAgo(days),
  archived_at: null as string | null,
  environments,
});

describe('the stage of a flag', () => {
  it.each([
    ['new, until its first change', flag(3, value(false, 3), value(false, 3)), { stage: 'new' }],
    ['active, once it is on somewhere', flag(3, value(true, 1), value(false, 3)), { stage: 'active' }],
    ['active, when it was switched off again lately', flag(90, value(false, 2), value(false, 90)), { stage: 'active' }],
    ['active, for some', flag(90, value(true, 80, { rollout_percentage: 50 })), { stage: 'active' }],
    ['active, by a rule', flag(90, value(true, 80, { has_rule: true })), { stage: 'active' }],
    ['active, where it differs', flag(90, value(true, 80), value(false, 80)), { stage: 'active' }],
    ['fully rolled out', flag(90, value(true, 29), value(true, 80)), { stage: 'rolled-out' }],
    ['stale after 30 days on everywhere', flag(90, value(true, 30), value(true, 80)), { stage: 'stale', reason: 'on' }],
    ['stale after 30 days off everywhere', flag(90, value(false, 30)), { stage: 'stale', reason: 'off' }],
    ['never stale before it is old', flag(29, value(false, 29)), { stage: 'new' }],
    ['active without an environment', flag(90), { stage: 'active' }],
    ['new when an environment is added', flag(3, value(false, 3), added), { stage: 'new' }],
    ['new when its first environment is added', flag(3, added), { stage: 'new' }],
    ['rolled out when an environment is added', flag(90, value(true, 29), added), { stage: 'rolled-out' }],
    ['stale on when an environment is added', flag(90, value(true, 30), added), { stage: 'stale', reason: 'on' }],
    ['stale off when an environment is added', flag(90, value(false, 30), added), { stage: 'stale', reason: 'off' }],
  ])('is %s', (_, staged, expected) => expect(stageOf(staged, ENVIRONMENTS, NOW)).toEqual(expected));

  it('counts an added environment once its value there changes', () => {
    const lately = [DEV, { ...ADDED, created_at: daysAgo(2) }];
    const changed = { ...value(true, 1, { rollout_percentage: 10 }), environment_id: 'added' };
    expect(stageOf(flag(90, value(true, 80), changed), lately, NOW)).toEqual({ stage: 'active' });
  });

  it('is stale from the day after its end date', () => {
    const fresh = flag(3, value(true, 1), value(false, 3));
    const ended = { stage: 'stale', reason: 'ended' };
    expect(stageOf({ ...fresh, ends_on: '2026-05-31' }, ENVIRONMENTS, NOW)).toEqual(ended);
    expect(stageOf({ ...fresh, ends_on: '2026-06-01' }, ENVIRONMENTS, NOW)).toEqual({ stage: 'active' });
    expect(stageOf({ ...fresh, ends_on: null }, ENVIRONMENTS, NOW)).toEqual({ stage: 'active' });
  });

  it('archived comes before every other stage', () =>
    expect(stageOf({ ...flag(90, value(true, 80)), archived_at: daysAgo(1) }, ENVIRONMENTS, NOW)).toEqual({
      stage: 'archived',
    }));

  it('is stale for an old flag that no report names', () => {
    const partly = (days: number) => flag(days, value(true, days, { rollout_percentage: 50 }));
    const unreported = { stage: 'stale', reason: 'unreported' };
    expect(stageOf(partly(90), ENVIRONMENTS, NOW, null)).toEqual(unreported);
    expect(stageOf(partly(90), ENVIRONMENTS, NOW, daysAgo(30))).toEqual(unreported);
    expect(stageOf(partly(90), ENVIRONMENTS, NOW, daysAgo(29))).toEqual({ stage: 'active' });
    expect(stageOf(partly(29), ENVIRONMENTS, NOW, null)).toEqual({ stage: 'active' });
  });
});
