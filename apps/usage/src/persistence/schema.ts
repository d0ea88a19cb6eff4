import type { SchemaDefinition } from '@burgee/service-kit/database';
import { Usage1760000000001 } from './1-usage.migration.js';
import { CountsOfAccounts1760000000002 } from './2-counts-of-accounts.migration.js';
import { TimesOfUsage1760000000003 } from './3-times-of-usage.migration.js';
import { CountsWithAnEnd1760000000004 } from './4-counts-with-an-end.migration.js';

const READ = ['apps', 'counts', 'instances', 'latest', 'unknown_keys'];

export const USAGE_SCHEMA: SchemaDefinition = {
  app: 'usage',
  schemas: ['usage'],
  migrations: [
    Usage1760000000001,
    CountsOfAccounts1760000000002,
    TimesOfUsage1760000000003,
    CountsWithAnEnd1760000000004,
  ],
  grants: [
    { to: 'usage', sql: READ.map((table) => `select on usage.${table}`) },
    { to: 'usage', sql: ['record', 'expire', 'expire_some'].map((name) => `execute on function usage.${name}`) },
  ],
};
