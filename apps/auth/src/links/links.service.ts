import type { ResetPasswordRequest } from '@burgee/contracts/http';
import { byAccount, unavailable } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import type { CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuthConfig, CONFIG } from '../config.js';
import { assertAcceptable } from '../passwords/assert-acceptable.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { makeAdministrator, waitForChanges } from '../persistence/installation.js';
import { instanceMessage } from '../persistence/instance-message.js';
import { queueMail, type SecurityChange } from '../persistence/mails.js';
import { storeMessages } from '../persistence/store-messages.js';
import { revokeTokens } from '../persistence/tokens.js';
import { emailTaken, type UserAccount, UserRepository } from '../persistence/user.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { assertLinkOpen, linkEnded, type LinkKind, readLink, useLink } from '../persistence/links.js';

@Injectable()
export class LinksService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly hasher: PasswordHasher,
    private readonly signIns: SignInService,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** @throws link_ended */
  async lookUp(kind: LinkKind, token: string): Promise<void> {
    await assertLinkOpen(this.database, kind, token);
  }

  /** @throws link_ended */
  async becomeAdministrator(user: CurrentUser, token: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await useLink(manager, 'setup', token);
      if (!(await makeAdministrator(manager, user.id))) throw linkEnded('setup');
      const new_values = { user_id: user.id, by: 'setup_link' };
      const provenance = { ...byAccount(user.id), via: 'link' };
      const note = { action: 'administrator_grant', actor: user, new_values, provenance } as const;
      await storeMessages(manager, [instanceMessage(note)]);
      await this.tell(manager, user.id, 'administrator_grant');
    });
  }

  /**
   * Repeats with success while the link is not too old and its password is still the current one, since the answer may
   * have been lost, or 503: the sessions have ended by then, but changes that they had begun may not have.
   * @param address of the client @throws link_ended, common_password
   */
  async resetPassword({ token, new_password }: ResetPasswordRequest, address: string): Promise<void> {
    assertAcceptable(new_password, this.config.PASSWORD_POLICY, '/new_password');
    // Before the hash, which takes a quarter of a second.
    const link = await readLink(this.database, 'reset', token);
    if (link.isUsed) return this.repeatReset(link.userId ?? '', new_password, address);
    const hash = await this.hasher.hash(new_password, { queue: 'registration', address });
    const userId = await this.database.transaction(async (manager) => {
      const { userId, email } = await useLink(manager, 'reset', token);
      const id = userId ?? '';
      if (!(await this.users.changePassword(manager, id, null, hash))) throw linkEnded('reset');
      // A second statement, because it sees sessions that opened while the first was blocked on its lock.
      await this.sessions.revokeOthers(id, null, manager);
      await revokeTokens(manager, id);
      const unlinked = await this.verifyIfMailed(manager, id, email);
      const provenance = { ...byAccount(id), via: 'link' };
      const new_values = { user_id: id, address, ...(unlinked && { providers: 'removed' }) };
      await storeMessages(manager, [instanceMessage({ action: 'password_reset', new_values, provenance })]);
      await this.tell(manager, id, 'password_reset');
      return id;
    });
    await waitForChanges(this.database, userId);
  }

  private async repeatReset(userId: string, password: string, address: string): Promise<void> {
    const account = await this.users.findById(userId);
    const caller = { queue: 'registration', address } as const;
    const { matches } = await this.hasher.compare(password, account?.passwordHash, caller);
    if (!account || account.isDisabled || !matches) throw linkEnded('reset');
    await waitForChanges(this.database, userId);
  }

  /** @throws link_ended */
  async signIn(token: string, request: FastifyRequest, reply: FastifyReply): Promise<UserAccount> {
    return this.database.transaction(async (manager) => {
      const { userId } = await useLink(manager, 'sign-in', token);
      const user = await this.users.findById(userId ?? '', manager);
      if (!user || user.isDisabled) throw linkEnded('sign-in');
      if (!(await this.signIns.openSession(user, request, reply, { by: 'link', tells: true, manager })))
        throw unavailable();
      return user;
    });
  }

  /** Proves the address that the link was mailed to, which becomes the account's. @throws link_ended, email_taken */
  async verify(token: string): Promise<void> {
    try {
      await this.database.transaction(async (manager) => {
        const { userId, email } = await useLink(manager, 'verify', token);
        const id = userId ?? '';
        const before = await this.users.verifyEmail(manager, id, email ?? '');
        if (before === undefined) throw linkEnded('verify');
        const new_values = { user_id: id, changed: before !== email };
        const provenance = { ...byAccount(id), via: 'link' };
        await storeMessages(manager, [instanceMessage({ action: 'address_verify', new_values, provenance })]);
        if (before !== email) await this.tell(manager, id, 'address_change', before);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_key') throw emailTaken('Another account has this address now.');
      throw error;
    }
  }

  /**
   * A reset link that came by mail proves the address, unless that has changed since. Who linked a provider before the first
   * proof may be someone else, who registered the address. @returns whether providers were unlinked
   */
  private async verifyIfMailed(manager: EntityManager, id: string, email: string | null): Promise<boolean> {
    const user = email === null ? undefined : await this.users.findById(id, manager);
    if (email === null || user?.email !== email) return false;
    const [, unlinked] = await manager.sql<[unknown[], number]>`
      delete from auth.identities
      where user_id = ${id} and exists (select from auth.users where id = ${id} and email_verified_at is null)`;
    await this.users.verifyEmail(manager, id, email);
    return unlinked > 0;
  }

  private tell(manager: EntityManager, userId: string, change: SecurityChange, recipient?: string): Promise<void> {
    const mail = { kind: 'security', userId, facts: { change, by: null } } as const;
    return queueMail(manager, this.config, { ...mail, ...(recipient !== undefined && { recipient }) });
  }
}
