import type { EnvironmentView } from '@burgee/contracts/http';
import { isFrozen } from '../../environment/is-frozen.js';
import { dayAndTime } from '../../feedback/time.js';
import { texts as all } from './texts.js';

const texts = all.rules;

type Ruled = Pick<EnvironmentView, 'approvals' | 'comment_required' | 'frozen_until' | 'freeze_reason'>;

/** The reason why an environment refuses a step at a time, in milliseconds; undefined if it does not. */
export function ruleAgainst(environment: Ruled, at = Date.now()): string | undefined {
  if (isFrozen(environment, at)) return texts.frozen(dayAndTime(environment.frozen_until ?? ''));
  if (environment.approvals > 0) return texts.approval;
  return environment.comment_required ? texts.comment : undefined;
}

/** The warning for an environment that would refuse scheduled changes. @param steps when they run */
export function warnOfRules(environment: Ruled, steps: readonly { at: string }[]): string | undefined {
  const rule = ruleAgainst(environment, steps[0] && Date.parse(steps[0].at));
  return rule === undefined ? undefined : `${rule} ${texts.willPause}`;
}

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const OF_API = /\/api\/|`/;

/** The reason why a step was refused: the rule that still applies, or else the service's text, shortened for users. */
export function whyRefused(detail: string, environment: Ruled | undefined, now?: number): string {
  const rule = environment && ruleAgainst(environment, now);
  if (rule !== undefined) return `${rule} ${texts.whatNow}`;
  const sentences = detail.split(/(?<=\.) /).filter((sentence) => !OF_API.test(sentence));
  return sentences.join(' ').replaceAll(TIME, (time) => dayAndTime(time));
}
