import type { EnvironmentView, ScheduleView } from '@burgee/contracts/http';
import { isFrozen } from '../../environment/is-frozen.js';
import { dayAndTime } from '../../feedback/time/time.js';
import { texts as all } from './texts.js';

const texts = all.rules;

type Ruled = Pick<EnvironmentView, 'approvals' | 'comment_required' | 'frozen_until' | 'freeze_reason'>;
type Plan = Pick<ScheduleView, 'approval' | 'comment'>;

/** The reason why an environment refuses a step at a time, in milliseconds, and what to do; undefined if it does not. */
export function ruleAgainst(environment: Ruled, { approval, comment }: Plan, at = Date.now()): string | undefined {
  if (isFrozen(environment, at)) return texts.frozen(dayAndTime(environment.frozen_until ?? ''));
  if (environment.approvals > 0 && approval === null) return texts.approval;
  return environment.comment_required && comment === null ? texts.comment : undefined;
}

/** The warning before the user plans a step during a freeze. */
export function warnOfFreeze(environment: Ruled, steps: readonly { at: string }[]): string | undefined {
  const isHeldUp = steps.some(({ at }) => isFrozen(environment, Date.parse(at)));
  return isHeldUp ? texts.freezePauses(dayAndTime(environment.frozen_until ?? '')) : undefined;
}

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const OF_API = /\/api\/|`/;

/** The reason why a step was refused: the rule that still applies, or else the service's text, shortened for users. */
export function whyRefused(
  detail: string,
  found?: { environment: Ruled | undefined; schedule: Plan },
  now?: number,
): string {
  const rule = found?.environment && ruleAgainst(found.environment, found.schedule, now);
  if (rule !== undefined) return rule;
  const sentences = detail.split(/(?<=\.) /).filter((sentence) => !OF_API.test(sentence));
  return sentences.join(' ').replaceAll(TIME, (time) => dayAndTime(time));
}
