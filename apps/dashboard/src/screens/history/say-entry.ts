import type { AuditEntryView, AuditValues } from '@burgee/contracts';

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

/** What somebody did: "switched on | new-checkout | Production". The parts are shown, never joined to markup. */
export function sayEntry(entry: AuditEntryView): Sentence {
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
    case 'environment_create':
      return { verb: 'added the environment', subject: environment };
    case 'environment_update':
      return { verb: 'changed the environment', subject: environment };
    case 'environment_delete':
      return { verb: 'deleted the environment', subject: environment };
    case 'sdk_key_rotate':
      return { verb: 'rotated the SDK key of', subject: environment };
    case 'member_add':
      return { verb: 'added', subject: email };
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
