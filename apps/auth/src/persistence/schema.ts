import type { SchemaDefinition } from '@burgee/service-kit/database';
import { UsersAndSessions1760000000001 } from './1-users-and-sessions.migration.js';
import { PasswordVersion1760000000002 } from './2-password-version.migration.js';
import { EmailKeys1760000000003 } from './3-email-keys.migration.js';
import { ExpiredSessions1760000000004 } from './4-expired-sessions.migration.js';
import { SessionsOnPrimary1760000000005 } from './5-sessions-on-primary.migration.js';

/** The views call the function with the rights of whoever reads them. */
const SESSIONS = ['select on session_read.session_v1', 'execute on function auth.on_primary'];

export const AUTH_SCHEMA: SchemaDefinition = {
  app: 'auth',
  schemas: ['auth', 'session_read'],
  migrations: [
    UsersAndSessions1760000000001,
    PasswordVersion1760000000002,
    EmailKeys1760000000003,
    ExpiredSessions1760000000004,
    SessionsOnPrimary1760000000005,
  ],
  grants: [
    { to: 'auth', sql: ['select, insert, update on auth.users', 'select, insert, update, delete on auth.sessions'] },
    { to: 'auth', sql: SESSIONS },
    { to: 'flags-admin', sql: [...SESSIONS, 'select on session_read.user_v1'] },
    { to: 'audit', sql: SESSIONS },
  ],
};
