import type { ProjectChange } from '@burgee/contracts/http';
import { BURGEE } from '../members/may-be-alike.js';
import { texts } from './texts.js';

/** Describes a change: "switched new-checkout in Production". */
export function describeChange({
  action,
  flag_key,
  environment_name,
  user_id,
}: Pick<ProjectChange, 'action' | 'flag_key' | 'environment_name' | 'user_id'>): string {
  // By groups of a provider: the author is no person who joins.
  if (action === 'member_add' && user_id === BURGEE) return texts.addedMember;
  // Other actions, such as invitations, have no text, because no open page shows them.
  const verb = texts.verbs[action] ?? texts.changed;
  if (/^(flag|schedule)_/.test(action)) {
    const what = texts.about(verb, flag_key ?? texts.aFlag);
    return environment_name === null ? what : texts.inEnvironment(what, environment_name);
  }
  return environment_name === null ? verb : texts.about(verb, environment_name);
}
