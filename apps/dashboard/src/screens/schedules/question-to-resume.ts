import type { EnvironmentView, ScheduleView } from '@burgee/contracts/http';
import type { Question } from '../../environment/confirm-in.js';
import { localTime } from './local-time.js';
import { changesOfSchedule } from './step-changes.js';
import { texts as all } from './texts.js';

const texts = all.resuming;

type Resumed = Pick<ScheduleView, 'name' | 'flag_key' | 'value' | 'steps'>;

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
  const effects = [
    next && (Date.parse(next.at) <= now ? texts.atOnce : texts.at(localTime(next.at))),
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
