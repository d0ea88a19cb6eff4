/** Finds, starts and ends engines and services as processes: for `npm start`, tests and benches. */
export * from './engines/debian-packages.js';
export * from './engines/find-engine.js';
export * from './engines/nats.js';
export * from './engines/nats-version.js';
export * from './engines/postgres.js';
export * from './engines/redis.js';
export * from './engines/start-engines.js';
export * from './processes/guard.js';
export * from './processes/managed-process.js';
export * from './processes/ports.js';
export * from './processes/process-tree.js';
export * from './report.js';
export * from './secrets.js';
export * from './services/migrate.js';
export * from './services/service-process.js';
export * from './services/service-specs.js';
export * from './services/start-services.js';
