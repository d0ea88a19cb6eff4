import { type DatabaseConfig, Dependencies, postgresConnection, postgresLimits } from '@burgee/process-kit';
import { type DynamicModule } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { POSTGRES_DRIVER } from './postgres-driver.js';

/** This service's connection to Postgres. Never changes a table. */
export function databaseModule(service: string, config: DatabaseConfig): DynamicModule {
  const options: TypeOrmModuleOptions = {
    type: 'postgres',
    driver: POSTGRES_DRIVER,
    synchronize: false,
    logging: false,
    poolSize: 10,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    // Statements that are begun together are sent together.
    extra: { ...postgresConnection(config), ...postgresLimits(`burgee ${service}`), pipeline: true },
    // `waitForPostgres` comes before; this is for a Postgres that goes away again in between.
    retryAttempts: Number.MAX_SAFE_INTEGER,
    retryDelay: 500,
  };
  return TypeOrmModule.forRootAsync({
    inject: [{ token: Dependencies, optional: true }],
    useFactory: (dependencies?: Dependencies) => ({
      ...options,
      toRetry: (error) => {
        dependencies?.down('postgres', error);
        return true;
      },
    }),
  });
}
