import type { AuditEntryView } from '@burgee/contracts/http';
import type { AuditValues } from '@burgee/contracts/wire';
import { texts } from './texts.js';

const { verbs } = texts;

export interface Sentence {
  verb: string;
  /** The flag, environment or member it is about. */
  subject?: string;
  environment?: string;
}

const textOf = (values: AuditValues, field: string): string | undefined => {
  const value = values?.[field];
  return typeof value === 'string' ? value : undefined;
};

/** Describes an entry: "switched on | new-checkout | Production". The parts are shown as text, never as markup. */
export function describeEntry(entry: AuditEntryView): Sentence {
  const { action, old_values, new_values } = entry;
  const flag = entry.flag_key ?? undefined;
  const environment = entry.environment_name ?? undefined;
  const email = textOf(new_values, 'email') ?? textOf(old_values, 'email');
  switch (action) {
    case 'flag_toggle':
      return { verb: new_values?.is_enabled === true ? verbs.on : verbs.off, subject: flag, environment };
    case 'flag_update':
      return { verb: verbs.flag_update, subject: flag, environment };
    case 'flag_create':
    case 'flag_rename':
    case 'flag_delete':
    case 'flag_archive':
    case 'flag_unarchive':
      return { verb: verbs[action], subject: flag };
    case 'environment_create':
    case 'environment_update':
    case 'environment_delete':
    case 'sdk_key_rotate':
    case 'client_key_rotate':
      return { verb: verbs[action], subject: environment };
    case 'invitation_create':
    case 'invitation_withdraw':
      return { verb: verbs[action], subject: email ?? texts.anyoneWithLink };
    case 'member_add': {
      const inviter = textOf(new_values, 'invited_by');
      // Entries of earlier releases were made by who added the member.
      return inviter ? { verb: verbs.accepted, subject: inviter } : { verb: verbs.added, subject: email };
    }
    case 'member_update':
    case 'member_remove':
      return { verb: verbs[action], subject: email };
    case 'project_create':
      return { verb: verbs.project_create, subject: textOf(new_values, 'name') };
    case 'invitation_decline':
    case 'project_update':
      return { verb: verbs[action] };
    default:
      return { verb: verbs.project_delete };
  }
}
