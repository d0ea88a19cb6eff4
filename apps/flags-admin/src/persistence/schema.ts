import type { SchemaDefinition } from '@burgee/service-kit/database';
import { MIGRATIONS } from './migrations.js';

const OWN_TABLES = [
  'projects',
  'members',
  'invitations',
  'environments',
  'environment_origins',
  'sdk_keys',
  'client_keys',
  'flags',
  'flag_values',
  'preferences',
  'outbox',
  'history',
  'checkpoints',
  'deleted_flags',
  'change_requests',
  'webhooks',
  'webhook_deliveries',
  'schedules',
  'notices',
  'switch_off_links',
  'token_access',
  'token_changes',
  'group_roles',
  'applied_groups',
  'shared_views',
];
const VIEWS_FOR_GATEWAYS = [
  'sdk_key_v1',
  'key_v1',
  'access_v1',
  'origin_v1',
  'origin_v2',
  'environment_v1',
  'flag_set_v1',
  'flag_set_v2',
  'project_v1',
  'change_v1',
  'change_v2',
  'server_v1',
];
const EPOCH_FUNCTIONS = ['current_timeline', 'epoch_of'];
const HISTORY_FUNCTIONS = ['history_base', 'flag_set_at'];
const execute = (name: string) => `execute on function flags.${name}`;

const ACCESS_VIEWS = [
  ...['member_v1', 'flag_v1', 'environment_v1', 'token_member_v1'].map((view) => `select on access_read.${view}`),
  execute('on_primary'),
];

export const FLAGS_ADMIN_SCHEMA: SchemaDefinition = {
  app: 'flags-admin',
  schemas: ['flags', 'access_read', 'sdk_read', 'audit_read', 'usage_read'],
  migrations: MIGRATIONS,
  grants: [
    { to: 'flags-admin', sql: OWN_TABLES.map((table) => `select, insert, update, delete on flags.${table}`) },
    {
      to: 'flags-admin',
      sql: ['select on flags.actors', 'select on flags.installation', 'select, delete on flags.lone_return_values'],
    },
    { to: 'flags-admin', sql: [...ACCESS_VIEWS, 'select on access_read.pending_groups_v1'] },
    {
      to: 'auth',
      sql: [
        'select on flags.open_invitation_v1',
        'select on flags.invitation_to_mail_v1',
        'select on flags.notice_to_mail_v1',
        'select on access_read.project_v1',
        'select on access_read.pending_groups_v1',
        ...ACCESS_VIEWS,
      ],
    },
    { to: 'audit', sql: [...ACCESS_VIEWS, 'select on audit_read.message_v1'] },
    {
      to: 'usage',
      sql: [...ACCESS_VIEWS, ...['flag_v1', 'environment_v1'].map((view) => `select on usage_read.${view}`)],
    },
    {
      to: 'flags-admin',
      sql: [...EPOCH_FUNCTIONS, 'current_epoch', 'follow_timeline', ...HISTORY_FUNCTIONS].map(execute),
    },
    { to: 'sdk-gateway', sql: VIEWS_FOR_GATEWAYS.map((view) => `select on sdk_read.${view}`) },
    {
      to: 'sdk-gateway',
      sql: [...EPOCH_FUNCTIONS.map(execute), 'execute on function sdk_read.report_lost_history_v1'],
    },
  ],
};
