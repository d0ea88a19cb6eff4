import type { DatabaseApp } from '@burgee/contracts';
import type { MigrationInterface } from 'typeorm';

/**
 * What a service brings to the database: the schemas it owns, how they came to be, and who may do what in them.
 * `grants` is SQL for one grantee; `${role}` is replaced by the grantee's role.
 */
export interface SchemaDefinition {
  app: DatabaseApp;
  schemas: string[];
  migrations: (new () => MigrationInterface)[];
  grants: { to: DatabaseApp; sql: string[] }[];
}
