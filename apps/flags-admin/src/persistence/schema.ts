import type { SchemaDefinition } from '@burgee/service-kit';
import { ProjectsAndFlags1760000000001 } from './1-projects-and-flags.migration.js';
import { OutboxLanes1760000000002 } from './2-outbox-lanes.migration.js';
import { ChangeTraces1760000000003 } from './3-change-traces.migration.js';

const OWN_TABLES = ['projects', 'members', 'environments', 'sdk_keys', 'flags', 'flag_values', 'outbox'];
const VIEWS_FOR_GATEWAYS = ['authority_v1', 'origin_v1', 'environment_v1', 'flag_set_v1', 'change_v1'];
const ACCESS_VIEWS = ['select on access_read.member_v1', 'select on access_read.flag_v1'];

export const FLAGS_ADMIN_SCHEMA: SchemaDefinition = {
  app: 'flags-admin',
  schemas: ['flags', 'access_read', 'sdk_read'],
  migrations: [ProjectsAndFlags1760000000001, OutboxLanes1760000000002, ChangeTraces1760000000003],
  grants: [
    { to: 'flags-admin', sql: OWN_TABLES.map((table) => `select, insert, update, delete on flags.${table}`) },
    { to: 'flags-admin', sql: ['select on flags.installation', ...ACCESS_VIEWS] },
    { to: 'audit', sql: ACCESS_VIEWS },
    { to: 'sdk-gateway', sql: VIEWS_FOR_GATEWAYS.map((view) => `select on sdk_read.${view}`) },
    { to: 'sdk-gateway', sql: ['execute on function sdk_read.report_lost_history_v1'] },
  ],
};
