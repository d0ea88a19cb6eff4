export const AUDIT_ACTIONS = [
  'flag_create',
  'flag_toggle',
  'flag_update',
  'flag_rename',
  'flag_delete',
  'flag_archive',
  'flag_unarchive',
  'flag_restore',
  'environment_create',
  'environment_update',
  'environment_delete',
  'environment_restore',
  'change_request_update',
  'sdk_key_rotate',
  'client_key_rotate',
  'invitation_create',
  'invitation_decline',
  'invitation_withdraw',
  'member_add',
  'member_update',
  'member_remove',
  'schedule_create',
  'schedule_update',
  'schedule_pause',
  'schedule_resume',
  'schedule_skip',
  'schedule_cancel',
  'project_create',
  'project_update',
  'project_delete',
  'webhook_create',
  'webhook_update',
  'webhook_delete',
  'webhook_secret_rotate',
  'webhook_disable',
  'history_lost',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A filter for entries that toggled a flag: `flag_toggle`, or a toggling `flag_update`. No entry has it. */
export const FLAG_SWITCH = 'flag_switch';
/** What entries can be found by. */
export const AUDIT_ACTION_FILTERS = [...AUDIT_ACTIONS, FLAG_SWITCH] as const;
export type AuditActionFilter = (typeof AUDIT_ACTION_FILTERS)[number];

/** Actions without a project. Their entries form the chain of the instance. */
export const INSTANCE_ACTIONS = ['password_change', 'settings_change', 'sign_in', 'sign_in_refused'] as const;
export type InstanceAction = (typeof INSTANCE_ACTIONS)[number];

/** Replaces a project's id. No project has it, so it has no members. */
export const INSTANCE_CHAIN = '00000000-0000-0000-0000-000000000000';

/** The actor of changes that no person made. */
export const NOBODY = { id: '00000000-0000-0000-0000-000000000000', name: 'Burgee' };

/** The fields of the changed thing; never a key, password or token. */
export type AuditValues = Record<string, unknown> | null;
