import type { AuditEntryView } from '@burgee/contracts/http';
import type { AuditValues } from '@burgee/contracts/wire';

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
      return { verb: new_values?.is_enabled === true ? 'switched on' : 'switched off', subject: flag, environment };
    case 'flag_update':
      return { verb: 'changed', subject: flag, environment };
    case 'flag_create':
      return { verb: 'created the flag', subject: flag };
    case 'flag_rename':
      return { verb: 'renamed or described', subject: flag };
    case 'flag_delete':
      return { verb: 'deleted the flag', subject: flag };
    case 'flag_archive':
      return { verb: 'archived', subject: flag };
    case 'flag_unarchive':
      return { verb: 'unarchived', subject: flag };
    case 'environment_create':
      return { verb: 'added the environment', subject: environment };
    case 'environment_update':
      return { verb: 'changed the environment', subject: environment };
    case 'environment_delete':
      return { verb: 'deleted the environment', subject: environment };
    case 'sdk_key_rotate':
      return { verb: 'rotated the SDK key of', subject: environment };
    case 'client_key_rotate':
      return { verb: 'rotated the client key of', subject: environment };
    case 'invitation_create':
      return { verb: 'invited', subject: email ?? 'whoever gets the link' };
    case 'invitation_decline':
      return { verb: 'declined an invitation' };
    case 'invitation_withdraw':
      return { verb: 'withdrew the invitation for', subject: email ?? 'whoever has the link' };
    case 'member_add': {
      const inviter = textOf(new_values, 'invited_by');
      // Entries of earlier releases were made by who added the member.
      return inviter ? { verb: 'accepted the invitation of', subject: inviter } : { verb: 'added', subject: email };
    }
    case 'member_update':
      return { verb: 'changed the role of', subject: email };
    case 'member_remove':
      return { verb: 'removed', subject: email };
    case 'project_create':
      return { verb: 'created the project', subject: textOf(new_values, 'name') };
    case 'project_update':
      return { verb: 'changed the project' };
    default:
      return { verb: 'deleted the project' };
  }
}
