import { byAccount, type InstanceAction } from '@burgee/contracts/wire';
import { assertFreshProof, type CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { MailRequestsService } from '../mail/mail-requests.service.js';
import {
  assertAdministratorLeft,
  countAdministrators,
  lockAccount,
  lockInstallation,
} from '../persistence/installation.js';
import { instanceMessage } from '../persistence/instance-message.js';
import { DELETED_NAME, removeAccount } from '../persistence/remove-account.js';
import { storeMessages } from '../persistence/store-messages.js';
import { emailTaken, UserRepository } from '../persistence/user.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { assertNoLastOwner } from './assert-no-last-owner.js';
import { listLastOwned } from './last-owned.query.js';

/** What people do to their own accounts. */
@Injectable()
export class OwnAccountService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionRepository,
    private readonly users: UserRepository,
    private readonly mails: MailRequestsService,
    private readonly limits: SignInLimits,
  ) {}

  /**
   * Mails a link to the new address, which becomes the account's when it is used. Registration says the same of a taken one.
   * @param ip the client's
   * @throws mail_off, fresh_proof_required, email_taken, too_many_requests
   */
  async moveTo(user: CurrentUser, email: string, ip: string): Promise<void> {
    this.mails.assertOn();
    assertFreshProof(user);
    await this.limits.mail(ip, email);
    const holder = await this.users.findByEmail(email);
    if (holder && holder.id !== user.id) throw emailTaken('Another account has this address.');
    await this.database.transaction(async (manager) => {
      // Or a session that a new password has just ended would move the account to an address of its own.
      await this.sessions.hold(user, manager);
      await this.mails.verify(user.id, email, manager);
    });
  }

  async rename(user: CurrentUser, name: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await this.sessions.hold(user, manager);
      const [, changed] = await manager.sql<[unknown[], number]>`
        update auth.users set name = ${name} where id = ${user.id} and name <> ${name} and removed_at is null`;
      if (changed > 0) await this.record(manager, user, name, 'account_rename');
    });
  }

  async mailNotices(userId: string, wanted: boolean): Promise<void> {
    await this.database.sql`
      update auth.users set notice_mails = ${wanted} where id = ${userId} and notice_mails <> ${wanted}::boolean`;
  }

  /**
   * What an administrator's deletion does. The sessions have ended in every service when this returns.
   * @throws fresh_proof_required, last_owner, last_administrator
   */
  async remove(user: CurrentUser): Promise<void> {
    assertFreshProof(user);
    await this.database.transaction(async (manager) => {
      // First, because it may wait for a long change, and the other lock holds up everyone who registers.
      await lockAccount(manager, user.id);
      await lockInstallation(manager);
      await this.sessions.hold(user, manager);
      assertNoLastOwner(await listLastOwned(manager, user.id));
      const before = await countAdministrators(manager);
      await removeAccount(manager, user.id);
      await this.sessions.revokeOthers(user.id, null, manager);
      await assertAdministratorLeft(manager, before);
      await this.record(manager, user, DELETED_NAME, 'account_delete');
    });
  }

  /** Entries have no names: the history knows a person by id, and by the name that it last got. */
  private async record(
    manager: EntityManager,
    { id, provenance = byAccount(id) }: CurrentUser,
    name: string,
    action: InstanceAction,
  ): Promise<void> {
    await storeMessages(manager, [
      instanceMessage({ action, actor: { id, name }, new_values: { user_id: id }, provenance }),
    ]);
  }
}
