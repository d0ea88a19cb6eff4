import type { EnvironmentView, ScheduleView } from '@burgee/contracts/http';
import type { Question } from '../../environment/confirm-in.js';
import { localTime } from './local-time.js';
import { changesOfSchedule } from './step-changes.js';
import { texts as all } from './texts.js';

const texts = all.resuming;

type Resumed = Pick<ScheduleView, 'name' | 'flag_key' | 'value' | 'steps' | 'approval' | 'if_changed' | 'pause'>;

/** Whether resuming only requests approval: the environment requires it, and these steps have none for this value. */
export const asksToResume = (
  { approval, if_changed, pause }: Pick<ScheduleView, 'approval' | 'if_changed' | 'pause'>,
  { approvals }: Pick<EnvironmentView, 'approvals'>,
): boolean => approvals > 0 && (approval === null || (if_changed !== 'run' && pause?.reason === 'value_changed'));

/**
 * The question before a schedule resumes: what its next step changes, when, and how many steps follow.
 * @param now in milliseconds
 */
export function questionToResume(schedule: Resumed, environment: EnvironmentView, now = Date.now()): Question {
  const { name, flag_key: key, steps } = schedule;
  const index = steps.findIndex(({ outcome }) => outcome === null);
  const next = steps[index];
  const changes = changesOfSchedule(schedule)[index] ?? [];
  const later = steps.length - index - 1;
  const asks = asksToResume(schedule, environment);
  const effects = [
    asks && texts.needsApproval,
    next && !asks && (Date.parse(next.at) <= now ? texts.atOnce : texts.at(localTime(next.at))),
    next && changes.length === 0 && texts.none,
    next && later > 0 && texts.later(later),
  ];
  return {
    title: name === null ? texts.titleOf(key) : texts.title(name),
    environments: [environment],
    changes,
    effects: effects.filter((effect) => typeof effect === 'string'),
    action: texts.action(environment.name),
  };
}
