import './bigint.js';
import { type DynamicModule } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { PREPARING_DRIVER } from './preparing-driver.js';

/** Limits that make a dead or paused Postgres show as an error in time; the drivers' own defaults wait for ever. */
export function postgresLimits(applicationName: string) {
  return {
    application_name: applicationName,
    connectionTimeoutMillis: 1_000,
    query_timeout: 2_000,
    statement_timeout: 2_000,
    lock_timeout: 1_000,
    idle_in_transaction_session_timeout: 5_000,
    keepAlive: true,
  };
}

/** This service's connection to Postgres. Retries at start until Postgres is there; never changes a table. */
export function databaseModule(service: string, url: string, entities: DataSourceOptions['entities']): DynamicModule {
  const options: TypeOrmModuleOptions = {
    type: 'postgres',
    driver: PREPARING_DRIVER,
    url,
    entities,
    synchronize: false,
    logging: false,
    poolSize: 10,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    extra: postgresLimits(`burgee ${service}`),
    retryAttempts: Number.MAX_SAFE_INTEGER,
    retryDelay: 500,
  };
  return TypeOrmModule.forRoot(options);
}
