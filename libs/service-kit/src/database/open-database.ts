import { type DatabaseConfig, postgresConnection, postgresLimits } from '@burgee/process-kit';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { POSTGRES_DRIVER } from './postgres-driver.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** How this process reaches Postgres. Never changes a table. @param name names the connections in Postgres */
export const databaseOptions = (name: string, config: DatabaseConfig): PostgresOptions => ({
  type: 'postgres',
  driver: POSTGRES_DRIVER,
  synchronize: false,
  logging: false,
  poolSize: 10,
  uuidExtension: 'pgcrypto',
  installExtensions: false,
  // Statements that are begun together are sent together.
  extra: { ...postgresConnection(config), ...postgresLimits(`burgee ${name}`), pipeline: true },
});

/** For a command. @throws when Postgres does not answer */
export const openDatabase = (name: string, config: DatabaseConfig): Promise<DataSource> =>
  new DataSource(databaseOptions(name, config)).initialize();
