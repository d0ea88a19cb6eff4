import type { SchemaDefinition } from '@burgee/service-kit/database';
import { UsersAndSessions1760000000001 } from './1-users-and-sessions.migration.js';
import { PasswordVersion1760000000002 } from './2-password-version.migration.js';
import { EmailKeys1760000000003 } from './3-email-keys.migration.js';
import { ExpiredSessions1760000000004 } from './4-expired-sessions.migration.js';
import { SessionsOnPrimary1760000000005 } from './5-sessions-on-primary.migration.js';
import { Outbox1760000000006 } from './6-outbox.migration.js';
import { OutboxTraces1760000000007 } from './7-outbox-traces.migration.js';
import { LargeMessagesThatWait1760000000008 } from './8-large-messages-that-wait.migration.js';
import { InvitationsOfUsers1760000000009 } from './9-invitations-of-users.migration.js';
import { AdministratorsAndLinks1760000000010 } from './10-administrators-and-links.migration.js';
import { Tokens1760000000011 } from './11-tokens.migration.js';
import { Trusts1760000000013 } from './13-trusts.migration.js';
import { Mails1760000000014 } from './14-mails.migration.js';
import { Identities1760000000015 } from './15-identities.migration.js';
import { MailedInvitations1760000000016 } from './16-mailed-invitations.migration.js';
import { SignInsOfIdentities1760000000017 } from './17-sign-ins-of-identities.migration.js';
import { MailedNotices1760000000018 } from './18-mailed-notices.migration.js';

/** The views call the function with the rights of the reading role. */
const SESSIONS = [
  'select on session_read.session_v1',
  'select on session_read.token_v1',
  'execute on function session_read.token_used',
  'select on session_read.unverified_user_v1',
  'execute on function auth.on_primary',
];

export const AUTH_SCHEMA: SchemaDefinition = {
  app: 'auth',
  schemas: ['auth', 'session_read'],
  migrations: [
    UsersAndSessions1760000000001,
    PasswordVersion1760000000002,
    EmailKeys1760000000003,
    ExpiredSessions1760000000004,
    SessionsOnPrimary1760000000005,
    Outbox1760000000006,
    OutboxTraces1760000000007,
    LargeMessagesThatWait1760000000008,
    InvitationsOfUsers1760000000009,
    AdministratorsAndLinks1760000000010,
    Tokens1760000000011,
    Trusts1760000000013,
    Mails1760000000014,
    Identities1760000000015,
    MailedInvitations1760000000016,
    SignInsOfIdentities1760000000017,
    MailedNotices1760000000018,
  ],
  grants: [
    { to: 'auth', sql: ['select, insert, update on auth.users', 'select, insert, update, delete on auth.sessions'] },
    { to: 'auth', sql: SESSIONS },
    {
      to: 'auth',
      sql: ['select, insert, update, delete on auth.outbox', 'select, update on auth.recorded_settings'],
    },
    {
      to: 'auth',
      sql: [
        'select, update on auth.installation',
        'select, insert, delete on auth.listed_administrators',
        'select, insert, update, delete on auth.links',
        'select, insert, update, delete on auth.tokens',
        'select, insert, update, delete on auth.trusts',
        'select, insert, delete on auth.exchanged_tokens',
        'select, insert, update, delete on auth.mails',
        'select, insert, update, delete on auth.mailed_invitations',
        'select, insert, delete on auth.mailed_notices',
      ],
    },
    {
      to: 'auth',
      sql: ['select, insert, update, delete on auth.identities', 'select, insert, delete on auth.used_logout_tokens'],
    },
    {
      to: 'flags-admin',
      sql: [
        ...SESSIONS,
        'select on session_read.user_v1',
        'select on session_read.inactive_user_v1',
        'select on session_read.revoked_session_v1',
        'select on session_read.identity_v1',
        'select on session_read.mailed_invitation_v1',
      ],
    },
    { to: 'audit', sql: SESSIONS },
    { to: 'usage', sql: SESSIONS },
  ],
};
