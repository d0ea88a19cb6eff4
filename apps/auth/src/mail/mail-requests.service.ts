import type { MailStateView } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type AuthConfig, CONFIG } from '../config.js';
import { endVerification, queueMail, readMailBacklog } from '../persistence/mails.js';

/** Queues mails that people ask for. No request waits for the mail server. */
@Injectable()
export class MailRequestsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SMTP_URL' | 'MAIL_FROM'>,
  ) {}

  /** @throws mail_off */
  assertOn(): void {
    if (this.config.SMTP_URL === undefined)
      throw new DomainError(
        'mail_off',
        'This installation sends no mail. Ask an administrator, or the operator to set SMTP_URL.',
      );
  }

  /** The account is looked up when the mail is sent, so that a known address takes as long as an unknown one. */
  reset(email: string): Promise<void> {
    return queueMail(this.database, this.config, { kind: 'reset', userId: null, recipient: email, facts: {} });
  }

  /** @param email the new address, which becomes the account's when its link is used. Left out: the present one */
  async verify(userId: string, email?: string, manager = this.database.manager): Promise<void> {
    await manager.transaction(async (manager) => {
      await manager.sql`select from auth.users where id = ${userId} for update`;
      await endVerification(manager, userId);
      const recipient = email !== undefined && { recipient: email };
      await queueMail(manager, this.config, { kind: 'verify', userId, ...recipient, facts: {} });
    });
  }

  test(userId: string): Promise<void> {
    return queueMail(this.database, this.config, { kind: 'test', userId, facts: {} });
  }

  async state(): Promise<MailStateView> {
    const { SMTP_URL, MAIL_FROM } = this.config;
    const { waiting, given_up, last_error } = await readMailBacklog(this.database);
    return { is_on: SMTP_URL !== undefined, from: MAIL_FROM ?? null, waiting, given_up, last_error };
  }
}
