import type { ProjectChange } from '@burgee/contracts/http';
import { texts } from './texts.js';

/** Describes a change: "switched new-checkout in Production". */
export function describeChange({
  action,
  flag_key,
  environment_name,
}: Pick<ProjectChange, 'action' | 'flag_key' | 'environment_name'>): string {
  // Other actions, such as invitations, have no text, because no open page shows them.
  const verb = texts.verbs[action] ?? texts.changed;
  if (/^(flag|schedule)_/.test(action)) {
    const what = texts.about(verb, flag_key ?? texts.aFlag);
    return environment_name === null ? what : texts.inEnvironment(what, environment_name);
  }
  return environment_name === null ? verb : texts.about(verb, environment_name);
}
