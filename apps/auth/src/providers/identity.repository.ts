import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { EndedAtProvider } from './provider-client.js';
import type { Person } from './read-claims.js';

type Sql = Pick<EntityManager, 'sql'>;

/** What links an account to a person at a provider. */
export interface Identity {
  id: string;
  issuer: string;
  email: string | null;
  created_at: Date;
  last_sign_in_at: Date | null;
}

export interface LinkedAccount {
  identityId: string;
  userId: string;
  isDisabled: boolean;
}

@Injectable()
export class IdentityRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Locks it, so that it is not unlinked before the transaction ends. */
  async lock(
    manager: Sql,
    { issuer, subject }: Pick<Person, 'issuer' | 'subject'>,
  ): Promise<LinkedAccount | undefined> {
    const [row] = await manager.sql<LinkedAccount[]>`
      select i.id as "identityId", i.user_id as "userId", u.disabled_at is not null as "isDisabled"
      from auth.identities i join auth.users u on u.id = i.user_id
      where i.issuer = ${issuer} and i.subject = ${subject} and u.removed_at is null
      for no key update of i`;
    return row;
  }

  /** @returns its id @throws a violation of `identities_issuer_subject` where another account has it */
  async insert(manager: Sql, userId: string, person: Person): Promise<string> {
    const id = uuidv7();
    await manager.sql`
      insert into auth.identities (id, user_id, issuer, subject, email)
      values (${id}, ${userId}, ${person.issuer}, ${person.subject}, ${person.email ?? null})`;
    return id;
  }

  /** Stores what the provider said at this sign-in. Groups that it did not tell stay as they were. */
  async noteSignIn(manager: Sql, id: string, { email, groups }: Person): Promise<void> {
    const list = groups === undefined ? null : JSON.stringify(groups);
    await manager.sql`
      update auth.identities
      set last_sign_in_at = now(), email = coalesce(${email ?? null}, email), groups = coalesce(${list}::jsonb, groups)
      where id = ${id}`;
  }

  /** The oldest first. */
  async list(userId: string, manager: Sql = this.database): Promise<Identity[]> {
    return manager.sql<Identity[]>`
      select id, issuer, email, created_at, last_sign_in_at from auth.identities
      where user_id = ${userId} order by created_at, id`;
  }

  /** @returns whether the account had it */
  async delete(manager: Sql, userId: string, id: string): Promise<boolean> {
    const [, deleted] = await manager.sql<[unknown[], number]>`
      delete from auth.identities where id = ${id} and user_id = ${userId}`;
    return deleted > 0;
  }

  async deleteAll(manager: Sql, userId: string): Promise<void> {
    await manager.sql`delete from auth.identities where user_id = ${userId}`;
  }

  /** Uses a logout token up. @returns false when it was used before */
  async useLogoutToken(manager: Sql, { issuer, jti, expiresAt }: EndedAtProvider): Promise<boolean> {
    await manager.sql`delete from auth.used_logout_tokens where expires_at < now()`;
    const rows = await manager.sql<unknown[]>`
      insert into auth.used_logout_tokens (issuer, jti, expires_at) values (${issuer}, ${jti}, ${expiresAt})
      on conflict do nothing returning jti`;
    return rows.length > 0;
  }

  /** Ends the sessions of a subject at the provider, or one of them. @returns whose they were */
  async endSessions(manager: Sql, { issuer, subject, sid }: EndedAtProvider): Promise<string[]> {
    const [rows] = await manager.sql<[{ user_id: string }[], number]>`
      update auth.sessions s set revoked_at = now()
      from auth.identities i
      where i.id = s.identity_id and i.issuer = ${issuer} and s.revoked_at is null
        and (${subject ?? null}::text is null or i.subject = ${subject ?? null})
        and (${sid ?? null}::text is null or s.provider_sid = ${sid ?? null})
      returning s.user_id`;
    return [...new Set(rows.map(({ user_id }) => user_id))];
  }
}
