import type { AuditAction } from '@burgee/contracts/wire';
import { formatNumber } from '../feedback/format.js';

/** The texts about changes by others, and about the connection. */
export const texts = {
  states: {
    connecting: ['Connecting', 'Changes by others will appear here as they happen.'],
    live: ['Live', 'Changes by others appear here as they happen.'],
    silent: ['Not answering', 'A part of Burgee does not answer. This page may be out of date.'],
    lost: ['Reconnecting', 'Connection lost. This page may be out of date.'],
    offline: ['Offline', 'You are offline. This page may be out of date.'],
    paused: ['Paused', 'This page was in the background and is catching up.'],
    yielded: ['Paused', 'Other open projects receive changes now. Click this page to update it.'],
  } as const,
  youElsewhere: 'You, in another window',
  noAccess: (project: string) => `You no longer have access to ${project}`,

  missing: (count: number) =>
    count === 1
      ? '1 change is missing from the history'
      : `${formatNumber(count)} changes are missing from the history`,
  missingHint:
    'The changes are saved and in effect. To add them to the history, an operator has to fix the cause and run {command}. Burgee does not retry on its own.',

  /** After the name of a person. */
  changed: 'changed the project',
  addedMember: 'added a member',
  aFlag: 'a flag',
  inEnvironment: (what: string, environment: string) => `${what} in ${environment}`,
  about: (verb: string, what: string) => `${verb} ${what}`,
  verbs: {
    flag_create: 'created',
    flag_toggle: 'switched',
    flag_update: 'changed',
    flag_rename: 'changed the details of',
    flag_delete: 'deleted',
    flag_archive: 'archived',
    flag_unarchive: 'unarchived',
    flag_restore: 'restored',
    schedule_create: 'scheduled changes to',
    schedule_update: 'edited a schedule for',
    schedule_pause: 'paused a schedule for',
    schedule_resume: 'resumed a schedule for',
    schedule_skip: 'skipped a scheduled step for',
    schedule_cancel: 'canceled a schedule for',
    environment_create: 'created the environment',
    environment_update: 'changed the environment',
    environment_delete: 'deleted the environment',
    environment_restore: 'restored the environment',
    change_request_update: 'updated a change request in',
    sdk_key_rotate: 'rotated a key of',
    client_key_rotate: 'rotated a key of',
    member_add: 'joined the project',
    member_update: 'changed the role of a member',
    member_remove: 'removed a member',
    project_delete: 'deleted the project',
    project_export: 'exported the project',
  } as Partial<Record<AuditAction, string>>,
};
