import type { AuditAction, AuditActionFilter } from '@burgee/contracts/wire';

/** The names of all kinds of entries. */
export const actionTexts = {
  flag_toggle: 'Flag switched',
  flag_update: 'Flag value changed',
  flag_create: 'Flag created',
  flag_rename: 'Flag details changed',
  flag_delete: 'Flag deleted',
  flag_archive: 'Flag archived',
  flag_unarchive: 'Flag unarchived',
  flag_restore: 'Flag restored',
  environment_create: 'Environment created',
  environment_update: 'Environment changed',
  environment_delete: 'Environment deleted',
  environment_restore: 'Environment restored',
  change_request_update: 'Change request updated',
  sdk_key_rotate: 'SDK key rotated',
  client_key_rotate: 'Client key rotated',
  invitation_create: 'Invitation created',
  invitation_decline: 'Invitation declined',
  invitation_withdraw: 'Invitation revoked',
  member_add: 'Member joined',
  member_update: 'Role changed',
  member_remove: 'Member removed or left',
  schedule_create: 'Schedule created',
  schedule_update: 'Schedule edited',
  schedule_pause: 'Schedule paused',
  schedule_resume: 'Schedule resumed',
  schedule_skip: 'Scheduled step skipped',
  schedule_cancel: 'Schedule canceled',
  project_create: 'Project created',
  project_update: 'Project changed',
  project_delete: 'Project deleted',
  project_export: 'Project exported',
  token_create: 'Token made',
  token_revoke: 'Token revoked',
  token_admit: 'Token admitted',
  token_exclude: 'Token excluded',
  trust_create: 'Trust made',
  trust_delete: 'Trust deleted',
  webhook_create: 'Webhook created',
  webhook_update: 'Webhook changed',
  webhook_delete: 'Webhook deleted',
  webhook_secret_rotate: 'Webhook secret rotated',
  webhook_disable: 'Webhook disabled automatically',
  switch_off_link_create: 'Switch-off link made',
  switch_off_link_revoke: 'Switch-off link revoked',
  history_export: 'History exported',
  history_lost: 'History lost in a failover',
  history_dropped: 'Old history dropped',
} satisfies Record<AuditAction, string>;

/** The actions to search by: switches include edits that toggled. */
export type ActionFilter = Exclude<AuditActionFilter, 'flag_toggle'>;

const { flag_toggle: flag_switch, ...others } = actionTexts;
export const filterTexts: Record<ActionFilter, string> = { flag_switch, ...others };
