import type { SchemaDefinition } from '@burgee/service-kit';
import { UsersAndSessions1760000000001 } from './1-users-and-sessions.migration.js';

export const AUTH_SCHEMA: SchemaDefinition = {
  app: 'auth',
  schemas: ['auth', 'session_read'],
  migrations: [UsersAndSessions1760000000001],
  grants: [
    { to: 'auth', sql: ['select, insert, update on auth.users', 'select, insert, update on auth.sessions'] },
    { to: 'auth', sql: ['select on session_read.session_v1'] },
    { to: 'flags-admin', sql: ['select on session_read.session_v1', 'select on session_read.user_v1'] },
    { to: 'audit', sql: ['select on session_read.session_v1'] },
  ],
};
