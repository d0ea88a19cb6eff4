import { type DatabaseConfig, Dependencies } from '@burgee/process-kit';
import { type DynamicModule } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { databaseOptions } from './open-database.js';

/** This service's connection to Postgres. Never changes a table. */
export function databaseModule(service: string, config: DatabaseConfig): DynamicModule {
  const options: TypeOrmModuleOptions = {
    ...databaseOptions(service, config),
    // `waitForPostgres` runs first; this covers a Postgres that fails again in between.
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
