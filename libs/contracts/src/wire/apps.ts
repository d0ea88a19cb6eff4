/** The services, by the names of their apps. */
export const APPS = ['auth', 'flags-admin', 'sdk-gateway', 'audit', 'usage', 'api-gateway'] as const;
export type AppName = (typeof APPS)[number];

/** Clients of Postgres, each with its own role and password: services, and audit's retention and erasure jobs. */
export const DATABASE_APPS = ['auth', 'flags-admin', 'sdk-gateway', 'audit', 'audit-maintenance', 'usage'] as const;
export type DatabaseApp = (typeof DATABASE_APPS)[number];

/** The Postgres role of a service in a database of that name. Roles belong to the whole server, hence the prefix. */
export function databaseRole(database: string, app: DatabaseApp): string {
  return `${database}_${app.replaceAll('-', '_')}`;
}

/** The setting that holds the password of a service's role, as the migration reads it. */
export function databasePasswordSetting(app: DatabaseApp): string {
  return `DATABASE_PASSWORD_${app.replaceAll('-', '_').toUpperCase()}`;
}
