/** Additional parts for services with a database: a service without one loads no TypeORM. */
export * from './database.module.js';
export * from './database.readiness.js';
export * from './expiry-job.js';
export { openDatabase } from './open-database.js';
export * from './repeated-job.js';
export * from './schema.js';
