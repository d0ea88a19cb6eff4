/** What the command `audit:verify -- --instance` needs: the history that belongs to no project, from its database. */
export * from './instance-history.js';
