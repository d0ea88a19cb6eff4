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
  'project_export',
  'token_create',
  'token_revoke',
  'token_admit',
  'token_exclude',
  'trust_create',
  'trust_delete',
  'webhook_create',
  'webhook_update',
  'webhook_delete',
  'webhook_secret_rotate',
  'webhook_disable',
  'switch_off_link_create',
  'switch_off_link_revoke',
  'history_export',
  'history_lost',
  'history_dropped',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A filter for entries that toggled a flag: `flag_toggle`, or a toggling `flag_update`. No entry has it. */
export const FLAG_SWITCH = 'flag_switch';
/** What entries can be found by. */
export const AUDIT_ACTION_FILTERS = [...AUDIT_ACTIONS, FLAG_SWITCH] as const;
export type AuditActionFilter = (typeof AUDIT_ACTION_FILTERS)[number];

/** Actions without a project. Their entries form the chain of the instance. */
export const INSTANCE_ACTIONS = [
  'password_change',
  'settings_change',
  'sign_in',
  'sign_in_refused',
  'operator_command',
  'administrator_grant',
  'administrator_withdraw',
  'account_disable',
  'account_enable',
  'account_delete',
  'account_rename',
  'address_verify',
  'sessions_end',
  'link_create',
  'password_reset',
  'registration_change',
  'token_create',
  'token_revoke',
  'trust_create',
  'trust_delete',
  'identity_link',
  'identity_unlink',
] as const;
export type InstanceAction = (typeof INSTANCE_ACTIONS)[number];

/** What auth enters in the chain of the project that has the token or trust, or in that of the instance. */
export const TOKEN_ACTIONS: ReadonlySet<unknown> = new Set<AuditAction & InstanceAction>([
  'token_create',
  'token_revoke',
  'trust_create',
  'trust_delete',
]);

/** Replaces a project's id. No project has it, so it has no members. */
export const INSTANCE_CHAIN = '00000000-0000-0000-0000-000000000000';

/** The actor of changes that no person made. */
export const NOBODY = { id: '00000000-0000-0000-0000-000000000000', name: 'Burgee' };

/** What can make a change. A new kind is added here before anything writes it. */
export const PERFORMERS = ['account', 'token', 'schedule', 'webhook', 'link', 'operator'] as const;

/** What made a change. The id is null where the installation has only one of its kind. */
export interface Performer {
  kind: (typeof PERFORMERS)[number];
  id: string | null;
  /** Of a token. Audit stores it with the names of people. */
  name?: string | null;
}

/** How changes arrive. Readers take others. */
export const VIAS = ['page', 'api', 'cli', 'mcp', 'schedule', 'webhook', 'link', 'sign-in', 'operator'] as const;
export type Via = (typeof VIAS)[number];

/** The part of an entry that says what made the change, for whom, and how it arrived. Entries of 0.1.0 have none. */
export interface Provenance {
  /** Null where no account is known, as for a refused sign-in. */
  performed_by: Performer | null;
  /** The account for which a token or a schedule acted. */
  on_behalf_of: string | null;
  via: string;
  /** The address of the CI job. */
  run: string | null;
}

/** The provenance of what the installation or its operator did. */
export const BY_OPERATOR: Provenance = {
  performed_by: { kind: 'operator', id: null },
  on_behalf_of: null,
  via: 'operator',
  run: null,
};

/** The fields of the changed thing; never a key, password or token. */
export type AuditValues = Record<string, unknown> | null;
