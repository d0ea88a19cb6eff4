export const AUDIT_ACTIONS = [
  'flag_create',
  'flag_toggle',
  'flag_update',
  'flag_rename',
  'flag_delete',
  'flag_archive',
  'flag_unarchive',
  'environment_create',
  'environment_update',
  'environment_delete',
  'sdk_key_rotate',
  'client_key_rotate',
  'invitation_create',
  'invitation_decline',
  'invitation_withdraw',
  'member_add',
  'member_update',
  'member_remove',
  'project_create',
  'project_update',
  'project_delete',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The fields of the changed thing; never a key, password or token. */
export type AuditValues = Record<string, unknown> | null;
