import { decodePageStart, encodeCursor, type ListSessionsQuery } from '@burgee/contracts/http';
import { byAccount, SESSION_LIFETIME_SECONDS } from '@burgee/contracts/wire';
import { currentTraceparent } from '@burgee/process-kit';
import { assertSignedIn, type CurrentUser, hashSessionSecret } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type AuthConfig, CONFIG } from '../config.js';
import { instanceMessage } from '../persistence/instance-message.js';
import type { NewMail } from '../persistence/mails.js';

const DELETED_AT_ONCE = 1_000;
const PAGE = 100;

export interface LiveSession {
  id: string;
  user_agent: string | null;
  created_at: Date;
  expires_at: Date;
}

/** The provider that a session comes from. */
export interface SessionProvider {
  identityId: string;
  issuer: string;
  /** The session at the provider. */
  sid: string | undefined;
  sealedIdToken: string;
  /** As the provider says, in seconds. The session is as fresh; without it, as fresh as this sign-in. */
  signedInAt: number | undefined;
  /** False where the provider did not tell the person's groups, so that they stay as they were. */
  toldGroups: boolean;
}

export interface SignInOrigin {
  by?: 'password' | 'link' | 'provider';
  provider?: SessionProvider | undefined;
  userAgent: string | null;
  address: string;
  /** About this sign-in. It is queued if a session opens. */
  mail?: NewMail | undefined;
}

/** A session that ended, if it came from a provider. */
export interface EndedSession {
  issuer: string;
  sealedIdToken: string | null;
}

interface SessionPage {
  sessions: LiveSession[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

/** A user and the version of the compared password. */
export interface ComparedUser {
  id: string;
  name: string;
  passwordVersion: number;
}

/** Sessions use the clock of the database, so that a wrong clock on a service has no effect. */
@Injectable()
export class SessionRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SESSIONS_PER_ACCOUNT_AT_MOST'>,
  ) {}

  /**
   * Opens a session, unless the password has changed or the account was disabled since the comparison. The lock orders this against a
   * password change: the change either runs later and ends this session, or has already raised the version.
   *
   * Keeps the newest sessions of the account, up to the limit, and deletes the others, including those that ended a minute
   * ago, so that an account has few rows. It deletes in batches, because an account may be older than the limit. Two concurrent
   * sign-ins do not see each other, so one extra session can stay until the next.
   *
   * The same statement stores the message to audit, so that a session and its entry exist together, in one round trip.
   * @returns whether a session opened
   */
  async open(
    user: ComparedUser,
    secret: string,
    { userAgent, address, by = 'password', mail, provider }: SignInOrigin,
    manager = this.database.manager,
  ): Promise<boolean> {
    const session_id = uuidv7();
    const signedInAt = provider?.signedInAt ?? null;
    const { event_id, kind, payload } = instanceMessage({
      action: 'sign_in',
      actor: user,
      new_values: {
        session_id,
        address,
        ...(provider && { issuer: provider.issuer, ...(!provider.toldGroups && { groups: 'unknown' }) }),
      },
      provenance: { ...byAccount(user.id), via: 'sign-in' },
    });
    const opened = await manager.sql<unknown[]>`
      with compared as (
        update auth.users set last_sign_in_at = now(), last_sign_in_by = ${by}
        where id = ${user.id} and password_version = ${user.passwordVersion} and disabled_at is null and removed_at is null
        returning id
      ), kept as (
        select id from auth.sessions
        where user_id = ${user.id} and revoked_at is null and expires_at > now()
        order by created_at desc, id desc
        limit ${this.config.SESSIONS_PER_ACCOUNT_AT_MOST - 1}
      ), deleted as (
        delete from auth.sessions where id in (
          select id from auth.sessions
          where user_id = (select id from compared) and id not in (select id from kept)
            and (revoked_at is null or revoked_at < now() - interval '1 minute')
          limit ${DELETED_AT_ONCE} for update skip locked
        )
      ), opened as (
        insert into auth.sessions
          (id, user_id, secret_hash, user_agent, expires_at, identity_id, provider_sid, sealed_id_token, proved_at)
        select ${session_id}::uuid, id, ${hashSessionSecret(secret)}, ${userAgent},
               now() + make_interval(secs => ${SESSION_LIFETIME_SECONDS}),
               ${provider?.identityId ?? null}::uuid, ${provider?.sid ?? null}::text, ${provider?.sealedIdToken ?? null}::text,
               case when ${signedInAt}::float8 is not null then least(now(), to_timestamp(${signedInAt}::float8)) end
        from compared
        returning id
      ), recorded as (
        insert into auth.outbox (event_id, kind, payload, traceparent)
        select ${event_id}::uuid, ${kind}, ${JSON.stringify(payload)}::jsonb, ${currentTraceparent()} from opened
      ), mailed as (
        insert into auth.mails (id, kind, user_id, facts)
        select ${uuidv7()}::uuid, ${mail?.kind ?? ''}, ${user.id}::uuid, ${JSON.stringify(mail?.facts ?? {})}::jsonb
        from opened where ${mail !== undefined}
      )
      select id from opened`;
    return opened.length > 0;
  }

  /**
   * Deletes a batch of expired sessions. @returns how many. 0 means that none are left, or other replicas delete them.
   */
  async deleteExpired(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from auth.sessions where id in (
        select id from auth.sessions where expires_at <= now()
        order by expires_at limit ${DELETED_AT_ONCE} for update skip locked
      )`;
    return deleted;
  }

  /** Newest first, in milliseconds, the precision of a cursor. */
  async listLive(userId: string, { cursor, limit = PAGE }: ListSessionsQuery = {}): Promise<SessionPage> {
    const start = cursor === undefined ? null : decodePageStart(cursor);
    const rows = await this.database.sql<LiveSession[]>`
      select id, user_agent, created_at, expires_at
      from (
        select id, user_agent, date_trunc('milliseconds', created_at) as created_at, expires_at from auth.sessions
        where user_id = ${userId} and revoked_at is null and expires_at > now()
      ) live
      where ${start?.id ?? null}::uuid is null
         or (created_at, id) < (${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid)
      order by created_at desc, id desc
      limit ${limit + 1}`;
    const sessions = rows.slice(0, limit);
    const last = sessions.at(-1);
    const hasNext = rows.length > sessions.length;
    return { sessions, ...(hasNext && last && { next: encodeCursor([last.created_at.toISOString(), last.id]) }) };
  }

  /** @returns what it came from, if a provider */
  async revokeBySecret(secret: string): Promise<EndedSession | undefined> {
    const [rows] = await this.database.sql<[(Omit<EndedSession, 'issuer'> & { issuer: string | null })[], number]>`
      update auth.sessions s set revoked_at = now()
      where secret_hash = ${hashSessionSecret(secret)} and revoked_at is null
      returning sealed_id_token as "sealedIdToken",
                (select i.issuer from auth.identities i where i.id = s.identity_id) as issuer`;
    const [ended] = rows;
    return ended?.issuer ? { ...ended, issuer: ended.issuer } : undefined;
  }

  /** @returns whether such a live session existed */
  async revoke(userId: string, id: string): Promise<boolean> {
    const [, revoked] = await this.database.sql<[unknown[], number]>`
      update auth.sessions set revoked_at = now()
      where id = ${id} and user_id = ${userId} and revoked_at is null and expires_at > now()`;
    return revoked > 0;
  }

  /** The live session among these secrets that has this id. */
  async isLive(id: string, secrets: readonly string[]): Promise<boolean> {
    const rows = await this.database.sql<unknown[]>`
      select from session_read.session_v1
      where session_id = ${id} and secret_hash = any(${secrets.map(hashSessionSecret)}::text[])`;
    return rows.length > 0;
  }

  /** Ends all sessions of a user, or all but one. @returns whether there were any */
  async revokeOthers(userId: string, keptId: string | null, manager = this.database.manager): Promise<boolean> {
    const [, revoked] = await manager.sql<[unknown[], number]>`
      update auth.sessions set revoked_at = now()
      where user_id = ${userId} and id is distinct from ${keptId}::uuid and revoked_at is null`;
    return revoked > 0;
  }

  /**
   * Holds up the end of a session, or of a token, until the transaction ends. The account is locked first, as by all that
   * ends sessions; a service token has none.
   * @throws unauthenticated when it has ended before
   */
  async hold(
    { id, sessionId, token }: Pick<CurrentUser, 'id' | 'sessionId' | 'token'>,
    manager: EntityManager,
  ): Promise<void> {
    if (token?.kind !== 'service') {
      const accounts = await manager.sql<unknown[]>`
        select from auth.users where id = ${id} and disabled_at is null and removed_at is null for no key update`;
      assertSignedIn(accounts.length > 0 && accounts);
    }
    // A second statement, because it sees what was committed while the first waited.
    const live = token
      ? await manager.sql<unknown[]>`
          select from auth.tokens where id = ${token.id} and revoked_at is null and expires_at > now() for share`
      : await manager.sql<unknown[]>`
          select from auth.sessions
          where id = ${sessionId} and user_id = ${id} and revoked_at is null and expires_at > now() for share`;
    assertSignedIn(live.length > 0 && live);
  }

  /** The person has given the password again in this session. */
  async prove(id: string): Promise<void> {
    await this.database.sql`update auth.sessions set proved_at = now() where id = ${id}`;
  }
}
