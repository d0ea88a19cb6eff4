/**
 * The exports that the command `audit:verify -- --instance` uses: entries that belong to no project, from the database.
 */
export * from './instance-history.js';
