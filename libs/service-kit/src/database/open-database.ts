import { type DatabaseConfig, postgresConnection, postgresLimits } from '@burgee/process-kit';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { POSTGRES_DRIVER } from './postgres-driver.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** How this process connects to Postgres. Never changes a table. @param name names the connections in Postgres */
export const databaseOptions = (name: string, config: DatabaseConfig): PostgresOptions => ({
  type: 'postgres',
  driver: POSTGRES_DRIVER,
  synchronize: false,
  logging: false,
  poolSize: 10,
  uuidExtension: 'pgcrypto',
  installExtensions: false,
  // Concurrent statements are sent together.
  extra: { ...postgresConnection(config), ...postgresLimits(`burgee ${name}`), pipeline: true },
});

/** For a command. @throws when Postgres does not respond */
export const openDatabase = (name: string, config: DatabaseConfig): Promise<DataSource> =>
  new DataSource(databaseOptions(name, config)).initialize();
