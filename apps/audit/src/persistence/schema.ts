import type { SchemaDefinition } from '@burgee/service-kit';
import { Entries1760000000001 } from './1-entries.migration.js';
import { ValueBytes1760000000002 } from './2-value-bytes.migration.js';
import { EntryRanges1760000000003 } from './3-entry-ranges.migration.js';

export const AUDIT_SCHEMA: SchemaDefinition = {
  app: 'audit',
  schemas: ['audit'],
  migrations: [Entries1760000000001, ValueBytes1760000000002, EntryRanges1760000000003],
  grants: [{ to: 'audit', sql: ['select, insert on audit.entries'] }],
};
