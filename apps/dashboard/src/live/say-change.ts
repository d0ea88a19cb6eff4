import type { AuditAction, ProjectChange } from '@burgee/contracts';

const WORDS: Record<AuditAction, string> = {
  flag_create: 'created',
  flag_toggle: 'switched',
  flag_update: 'changed',
  flag_rename: 'renamed or described',
  flag_delete: 'deleted',
  environment_create: 'added the environment',
  environment_update: 'changed the environment',
  environment_delete: 'deleted the environment',
  sdk_key_rotate: 'rotated the SDK key of',
  member_add: 'added a member',
  member_update: "changed a member's role",
  member_remove: 'removed a member',
  project_create: 'created the project',
  project_update: 'changed the project',
  project_delete: 'deleted the project',
};

/** What is said of a change that somebody else made: "switched new-checkout in Production". */
export function sayChange({ action, flag_key, environment_name }: ProjectChange): string {
  if (action.startsWith('flag_')) {
    const where = environment_name === null ? '' : ` in ${environment_name}`;
    return `${WORDS[action]} ${flag_key ?? 'a flag'}${where}`;
  }
  const needsName = action.startsWith('environment_') || action === 'sdk_key_rotate';
  return needsName && environment_name !== null ? `${WORDS[action]} ${environment_name}` : WORDS[action];
}
