import type { EnvironmentView } from '@burgee/contracts/http';
import { describeFreeze } from '../../environment/describe-freeze.js';
import { texts } from './texts.js';

/** The change rules of an environment, a line each. */
export function listRules(environment: EnvironmentView): string[] {
  const freeze = describeFreeze(environment);
  return [
    ...(freeze ? [freeze] : []),
    ...(environment.comment_required ? [texts.rules.commented] : []),
    ...(environment.approvals > 0 ? [texts.rules.approved(environment.approvals)] : []),
  ];
}
