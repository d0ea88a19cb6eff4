import { DomainError, emailKey } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { endLinks } from './links.js';
import { endVerification } from './mails.js';

export interface UserAccount {
  id: string;
  name: string;
  /** As the user typed it, trimmed. */
  email: string;
  passwordHash: string;
  /** Rises with each new password, but not when the same password is rehashed. */
  passwordVersion: number;
  isDisabled: boolean;
}

export type NewAccount = Omit<UserAccount, 'passwordVersion' | 'isDisabled'>;

export const emailTaken = (detail: string): DomainError =>
  new DomainError('email_taken', detail, { errors: [{ pointer: '/email', detail: 'is already registered' }] });

@Injectable()
export class UserRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** If accounts share a key, the account with exactly this spelling comes before the account with the key. */
  async findByEmail(
    email: string,
    manager: Pick<EntityManager, 'sql'> = this.database,
  ): Promise<UserAccount | undefined> {
    const rows = await manager.sql<UserAccount[]>`
      select id, name, email, password_hash as "passwordHash", password_version as "passwordVersion",
             disabled_at is not null as "isDisabled"
      from auth.users
      where removed_at is null
        and (email_key = ${emailKey(email)} or (email = ${email.trim()} and email_key = id::text))
      order by email_key = id::text desc limit 1`;
    return rows[0];
  }

  async findById(id: string, manager: Pick<EntityManager, 'sql'> = this.database): Promise<UserAccount | undefined> {
    const rows = await manager.sql<UserAccount[]>`
      select id, name, email, password_hash as "passwordHash", password_version as "passwordVersion",
             disabled_at is not null as "isDisabled"
      from auth.users where id = ${id} and removed_at is null`;
    return rows[0];
  }

  /**
   * Stores a new user with password version 1.
   * @param invitationHash the invitation that it needed, which lets only one account register
   * @param mustVerify whether it may do nothing before its address is proved
   */
  async insert(
    { id, name, email, passwordHash }: NewAccount,
    invitationHash: string | null = null,
    manager: Pick<EntityManager, 'sql'> = this.database,
    mustVerify = false,
  ): Promise<void> {
    await manager.sql`
      insert into auth.users (id, name, email, email_key, password_hash, invitation_hash, must_verify_email)
      values (${id}, ${name}, ${email}, ${emailKey(email)}, ${passwordHash}, ${invitationHash}, ${mustVerify})`;
  }

  /** Stores a hash of the same password at another cost, unless the password has changed since the comparison. */
  async rehash({ id, passwordVersion }: UserAccount, passwordHash: string): Promise<void> {
    await this.database.sql`
      update auth.users set password_hash = ${passwordHash} where id = ${id} and password_version = ${passwordVersion}`;
  }

  /**
   * Stores a new password, ends links that were made before, and locks the user until the transaction ends, so that no
   * session opens before then.
   * @param from the version of the compared password; null where a link proves who it is
   * @returns whether that version was still current, and the account can sign in
   */
  async changePassword(
    manager: EntityManager,
    id: string,
    from: number | null,
    passwordHash: string,
  ): Promise<boolean> {
    const [, changed] = await manager.sql<[unknown[], number]>`
      update auth.users set password_hash = ${passwordHash}, password_version = password_version + 1
      where id = ${id} and password_version = coalesce(${from}::int, password_version)
        and disabled_at is null and removed_at is null`;
    if (changed === 0) return false;
    await endLinks(manager, id, 'reset', 'sign-in');
    await endVerification(manager, id);
    return true;
  }

  /** Stores the address that a mailed link has proved. @returns the address before; undefined where the account is gone */
  async verifyEmail(manager: EntityManager, id: string, email: string): Promise<string | undefined> {
    const before = await this.findById(id, manager);
    if (!before || before.isDisabled) return undefined;
    if (before.email === email) await manager.sql`update auth.users set email_verified_at = now() where id = ${id}`;
    else {
      await manager.sql`
        update auth.users set email = ${email}, email_key = ${emailKey(email)}, email_verified_at = now()
        where id = ${id}`;
      // One that was mailed to the address before would still set the password.
      await endLinks(manager, id, 'reset');
    }
    await endVerification(manager, id);
    return before.email;
  }
}
