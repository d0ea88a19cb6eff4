import type { ProjectChange } from '@burgee/contracts/http';
import type { AuditAction } from '@burgee/contracts/wire';

/** Of an action that has no words of its own, as invitations, or a creation that no open page can see. */
const CHANGED = 'changed the project';

const WORDS: Partial<Record<AuditAction, string>> = {
  flag_create: 'created',
  flag_toggle: 'switched',
  flag_update: 'changed',
  flag_rename: 'renamed or described',
  flag_delete: 'deleted',
  flag_archive: 'archived',
  flag_unarchive: 'unarchived',
  environment_create: 'added the environment',
  environment_update: 'changed the environment',
  environment_delete: 'deleted the environment',
  sdk_key_rotate: 'rotated a key of',
  client_key_rotate: 'rotated a key of',
  member_add: 'joined the project',
  member_update: "changed a member's role",
  member_remove: 'removed a member',
  project_delete: 'deleted the project',
};

/** Describes a change by somebody else: "switched new-checkout in Production". */
export function describeChange({ action, flag_key, environment_name }: ProjectChange): string {
  const words = WORDS[action] ?? CHANGED;
  if (action.startsWith('flag_')) {
    const where = environment_name === null ? '' : ` in ${environment_name}`;
    return `${words} ${flag_key ?? 'a flag'}${where}`;
  }
  return environment_name === null ? words : `${words} ${environment_name}`;
}
