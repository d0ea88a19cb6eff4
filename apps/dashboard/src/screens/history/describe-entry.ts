import type { AuditEntryView } from '@burgee/contracts/http';
import type { AuditValues } from '@burgee/contracts/wire';
import { describeValueChange } from './describe-value-change.js';
import { texts } from './texts.js';

const { verbs } = texts;

export interface Sentence {
  verb: string;
  /** The flag, environment or member of the entry. */
  subject?: string;
  environment?: string;
  /** The end of the sentence. */
  also?: string;
}

const textOf = (values: AuditValues, field: string): string | undefined => {
  const value = values?.[field];
  return typeof value === 'string' ? value : undefined;
};

type NamesById = Readonly<Record<string, string>>;

/** The role of a group that the project gave, or took. */
export const groupRoleIn = (values: AuditValues) =>
  (values?.group_role ?? undefined) as Record<string, unknown> | undefined;

/** A view that the project shares. */
export const sharedViewIn = (values: AuditValues) =>
  (values?.shared_view ?? undefined) as Record<string, unknown> | undefined;

/** The actions on a change request, by its states. */
function requestVerb({ old_values, new_values }: AuditEntryView): string {
  const { requests } = verbs;
  const after = textOf(new_values, 'state');
  if (after === 'in_review' && textOf(old_values, 'state') === 'in_review') return requests.again;
  if (new_values?.withdrawn === true) return requests.withdrawn;
  return requests[after as keyof typeof requests] ?? verbs.change_request_update;
}

/** The flag of a change request, or their number. Entries of earlier releases have no keys. */
function requestedFlags({ flag_key, new_values }: AuditEntryView): string | undefined {
  const keys = new_values?.flag_keys;
  if (flag_key !== null) return flag_key;
  if (Array.isArray(keys) && keys.length === 1) return String(keys[0]);
  const count = new_values?.flags;
  return typeof count === 'number' && count > 1 ? texts.flagCount(count) : undefined;
}

function describeRequest(entry: AuditEntryView): Sentence {
  const [verb, subject] = [requestVerb(entry), requestedFlags(entry)];
  const environment = entry.environment_name ?? undefined;
  return { verb: subject === undefined ? verb : texts.requestOf(verb), subject, environment };
}

/** Whether the groups of the member's provider made the change. No account acts then. */
export const isByGroups = ({ new_values }: Pick<AuditEntryView, 'new_values'>) => new_values?.by === 'groups';

/** A change of a membership by groups. Only admins see the address. */
function describeGroups({ action, old_values, new_values }: AuditEntryView, names: NamesById): Sentence {
  const id = textOf(old_values, 'user_id') ?? textOf(new_values, 'user_id') ?? '';
  const subject = names[id] ?? textOf(old_values, 'email') ?? textOf(new_values, 'email') ?? texts.formerMember;
  if (new_values?.kept === 'last_owner') return { verb: verbs.kept, subject, also: texts.asLastOwner };
  const verb = action === 'member_add' ? verbs.added : verbs[action as 'member_update' | 'member_remove'];
  return { verb, subject, also: texts.byGroups };
}

function describeProject({ old_values, new_values }: AuditEntryView): Sentence {
  const [before, after] = [sharedViewIn(old_values), sharedViewIn(new_values)];
  const view = before ?? after;
  if (view) {
    const verb = before && after ? verbs.view_change : after ? verbs.view_save : verbs.view_delete;
    return { verb, subject: textOf(view, 'name') };
  }
  const given = groupRoleIn(new_values);
  const role = given ?? groupRoleIn(old_values);
  if (!role) return { verb: verbs.project_update };
  const verb = given ? verbs.group_give : verbs.group_take;
  return { verb, subject: textOf(role, 'group'), also: texts.roleIs(String(role.role)) };
}

/**
 * Describes an entry: "switched on | new-checkout | Production". The parts are shown as text, never as markup.
 * @param names of people, by id
 */
export function describeEntry(entry: AuditEntryView, names: NamesById = {}): Sentence {
  const { action, old_values, new_values } = entry;
  const flag = entry.flag_key ?? undefined;
  const environment = entry.environment_name ?? undefined;
  const email = textOf(new_values, 'email') ?? textOf(old_values, 'email');
  if (isByGroups(entry)) return describeGroups(entry, names);
  const isShown = 'email' in { ...old_values, ...new_values };
  switch (action) {
    case 'flag_toggle':
    case 'flag_update':
      return { ...describeValueChange(entry), subject: flag, environment };
    case 'schedule_pause': {
      const reason = textOf(new_values, 'reason');
      if (reason === 'member') return { verb: verbs.schedule_pause, subject: flag, environment };
      return { verb: verbs.schedule_stopped, subject: flag, environment, also: texts.because(reason) };
    }
    case 'change_request_update':
      return describeRequest(entry);
    case 'schedule_create':
    case 'schedule_update':
    case 'schedule_resume':
    case 'schedule_skip':
    case 'schedule_cancel':
      return { verb: verbs[action], subject: flag, environment };
    case 'flag_create':
    case 'flag_rename':
    case 'flag_delete':
    case 'flag_archive':
    case 'flag_unarchive':
    case 'flag_restore':
      return { verb: verbs[action], subject: flag };
    case 'environment_create':
    case 'environment_update':
    case 'environment_delete':
    case 'environment_restore':
    case 'sdk_key_rotate':
    case 'client_key_rotate':
      return { verb: verbs[action], subject: environment };
    case 'invitation_create':
    case 'invitation_withdraw':
      // Only admins see the address, also that there is none.
      return { verb: verbs[action], subject: email ?? (isShown ? texts.anyoneWithLink : texts.someone) };
    case 'member_add': {
      const inviter = textOf(new_values, 'invited_by');
      // In entries of earlier releases, the user who added the member is the author.
      return inviter ? { verb: verbs.accepted, subject: inviter } : { verb: verbs.added, subject: email };
    }
    case 'member_update':
      return { verb: verbs[action], subject: email };
    case 'member_remove':
      return {
        verb: verbs[action],
        subject: email ?? (new_values?.reason === 'account_deleted' ? texts.deletedAccount : undefined),
      };
    case 'project_create':
      return { verb: verbs.project_create, subject: textOf(new_values, 'name') };
    case 'token_create':
    case 'token_revoke':
    case 'token_admit':
    case 'token_exclude':
    case 'trust_create':
    case 'trust_delete':
    case 'webhook_create':
    case 'webhook_update':
    case 'webhook_delete':
    case 'webhook_secret_rotate':
    case 'webhook_disable':
    case 'switch_off_link_create':
    case 'switch_off_link_revoke':
      return { verb: verbs[action], subject: textOf(new_values, 'name') ?? textOf(old_values, 'name') };
    case 'project_update':
      return describeProject(entry);
    case 'invitation_decline':
    case 'project_delete':
    case 'project_export':
    case 'history_export':
    case 'history_lost':
    case 'history_dropped':
      return { verb: verbs[action] };
    default:
      // Of a service of a later release.
      return { verb: action satisfies never };
  }
}
