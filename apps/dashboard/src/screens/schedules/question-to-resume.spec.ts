import type { EnvironmentView, ScheduleView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { asksToResume, questionToResume } from './question-to-resume.js';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const PRODUCTION = { name: 'Production', protected: true } as EnvironmentView;

/** Steps to 25, 50, 75 % an hour after each other, the second one now. */
function asked(outcomes: ('done' | null)[], now = NOW) {
  const steps = outcomes.map((outcome, index) => ({
    at: new Date(NOW + (index - 1) * 3_600_000).toISOString(),
    patch: { rollout_percentage: 25 * (index + 1) },
    outcome,
  }));
  const value = {
    is_enabled: true,
    rollout_percentage: 25,
    targeting_attribute: null,
    targeting_value: null,
    targeting_return_value: null,
  };
  const schedule = { name: null, flag_key: 'new-checkout', value, steps } as unknown as ScheduleView;
  const { title, changes = [], effects } = questionToResume(schedule, PRODUCTION, now);
  return { title, effects, changes: changes.map(({ before, after }) => `${before} ${after}`) };
}

it('says what the next step changes, when it runs and how many follow', () => {
  expect(asked(['done', null, null], NOW - 1)).toEqual({
    title: 'Resume the schedule for new-checkout?',
    effects: [expect.stringMatching(/^Its next step runs on .*2026/), 'One more step follows.'],
    changes: ['25% 50%'],
  });
});

it('says that an overdue step runs at once', () => {
  expect(asked(['done', null]).effects).toEqual(['Its next step is overdue and runs immediately.']);
});

it('says that the next step changes nothing', () => {
  expect(asked([null, null], NOW)).toMatchObject({
    effects: [
      'Its next step is overdue and runs immediately.',
      'The flag already has this value, so this step changes nothing.',
      'One more step follows.',
    ],
    changes: [],
  });
});

it('says nothing about steps when none is left', () => {
  expect(asked(['done']).effects).toEqual([]);
});

it('requests approval where the environment requires it and these steps have none', () => {
  const step = { at: new Date(NOW + 1).toISOString(), patch: { is_enabled: true }, outcome: null };
  const value = { is_enabled: false, rollout_percentage: 100 };
  const schedule = { name: null, flag_key: 'f', value, steps: [step], approval: null } as unknown as ScheduleView;
  const asking = questionToResume(schedule, { ...PRODUCTION, approvals: 1 }, NOW);
  expect(asking.effects).toEqual([expect.stringContaining('No step runs')]);
  const approved = { ...schedule, approval: {} as ScheduleView['approval'] };
  expect(questionToResume(approved, { ...PRODUCTION, approvals: 1 }, NOW)).toMatchObject({
    action: 'Resume in Production',
    effects: [expect.stringContaining('Its next step')],
  });
});

it('requests approval after a change of the value, unless the plan runs whatever the value is', () => {
  const approved = { approval: {}, pause: { reason: 'value_changed' } } as ScheduleView;
  const asks = (schedule: ScheduleView) => asksToResume(schedule, { approvals: 1 });
  expect(asks({ ...approved, if_changed: 'pause' })).toBe(true);
  expect(asks({ ...approved, if_changed: 'run' })).toBe(false);
  expect(asks({ ...approved, if_changed: 'pause', pause: null })).toBe(false);
});
