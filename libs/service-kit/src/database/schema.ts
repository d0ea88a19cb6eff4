import type { DatabaseApp } from '@burgee/contracts/wire';
import type { MigrationInterface } from 'typeorm';

/**
 * What a service adds to the database: the schemas it owns, their migrations, and who may do what in them.
 * `grants` is SQL for one grantee; `${role}` is replaced by the grantee's role.
 */
export interface SchemaDefinition {
  app: DatabaseApp;
  schemas: string[];
  migrations: (new () => MigrationInterface)[];
  grants: { to: DatabaseApp; sql: string[] }[];
}
