import { metrics, StatusPage } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { RepeatedJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { type AuthConfig, CONFIG } from '../config.js';
import { queueEndingTokens } from '../persistence/ending-tokens.js';
import { createLink } from '../persistence/links.js';
import { createInvitationLink, deleteOldInvitations, queueInvitations } from '../persistence/mailed-invitations.js';
import { deleteOldNotices, queueNotices, readNotices } from '../persistence/mailed-notices.js';
import {
  claimMail,
  type ClaimedMail,
  deleteMail,
  deleteOldMails,
  giveUpMail,
  isQueued,
  postponeMail,
  readMailBacklog,
} from '../persistence/mails.js';
import { UserRepository } from '../persistence/user.repository.js';
import { decideRetry, type SmtpFailure } from './decide-retry.js';
import { MailTransport } from './mail-transport.js';
import { pathTo } from './notices-letter.js';
import { renderMail, type RenderedMail } from './render-mail.js';

const EVERY_MILLISECONDS = 2_000;
const AT_ONCE = 4;

const attempts = new Counter({
  name: 'burgee_mail_attempts_total',
  help: 'Attempts to send a mail, by result: sent, postponed, given_up.',
  labelNames: ['result'],
  registers: [metrics],
});
const waiting = new Gauge({
  name: 'burgee_mails_waiting',
  help: 'Mails that are not sent yet.',
  registers: [metrics],
});
const oldest = new Gauge({
  name: 'burgee_mail_oldest_seconds',
  help: 'Age of the oldest mail that is not sent yet; 0 = none.',
  registers: [metrics],
});

interface Letter extends RenderedMail {
  to: string;
}

/** Sends queued mails, each by one replica, until the server has taken them or some hours have passed. */
@Injectable()
export class MailSender extends RepeatedJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly users: UserRepository,
    private readonly transport: MailTransport,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SMTP_URL' | 'PUBLIC_URL'>,
    @Inject(LOGGER) private readonly log: Logger,
    statusPage: StatusPage,
  ) {
    super('sending mail', EVERY_MILLISECONDS, log);
    if (config.SMTP_URL !== undefined) statusPage.add('mail', () => readMailBacklog(database));
  }

  protected async work(): Promise<void> {
    await deleteOldMails(this.database);
    await deleteOldInvitations(this.database);
    await deleteOldNotices(this.database);
    if (this.config.SMTP_URL === undefined) return;
    await this.sendDue();
    const backlog = await readMailBacklog(this.database);
    waiting.set(backlog.waiting);
    oldest.set(backlog.oldest_seconds);
    // Last, so that no failure of it holds up a mail.
    await this.queueDue();
  }

  /** Queues what has no request that could: tokens that end, and what flags-admin stores. */
  async queueDue(): Promise<void> {
    await queueInvitations(this.database);
    await queueEndingTokens(this.database);
    await queueNotices(this.database);
  }

  /** Sends all due mails, a few at a time. */
  async sendDue(): Promise<void> {
    const untilNoneIsDue = async () => {
      while (!this.stopped && (await this.sendNext()));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, untilNoneIsDue));
  }

  private async sendNext(): Promise<boolean> {
    const mail = await claimMail(this.database);
    if (!mail) return false;
    const letter = await this.write(mail);
    if (letter) await this.send(mail, letter);
    // The account or what it is about is gone, or the act was taken back.
    else await deleteMail(this.database, mail.id);
    return true;
  }

  private async send(mail: ClaimedMail, { to, ...content }: Letter): Promise<void> {
    const failure = await this.transport.send(mail.id, to, content).then(
      () => undefined,
      (error: SmtpFailure) => error,
    );
    if (!failure) {
      attempts.inc({ result: 'sent' });
      return deleteMail(this.database, mail.id);
    }
    // Without the recipient: the log has no addresses of people.
    const reason = failure.message.replaceAll(to, 'the recipient').slice(0, 300);
    const facts = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason };
    const next = decideRetry(mail, failure);
    if (next === 'give up') {
      attempts.inc({ result: 'given_up' });
      this.log.error(facts, 'mail given up');
      return giveUpMail(this.database, mail.id, reason);
    }
    attempts.inc({ result: 'postponed' });
    this.log.warn({ ...facts, retry_seconds: next }, 'mail not sent, retrying');
    return postponeMail(this.database, mail.id, next, reason);
  }

  /** Looks up who gets it and makes the secret of its link. Undefined: there is no such account, or nothing to say. */
  private write(mail: ClaimedMail): Promise<Letter | undefined> {
    const { PUBLIC_URL: publicUrl = '' } = this.config;
    return this.database.transaction(async (manager) => {
      if (mail.kind === 'invitation') {
        const path = await createInvitationLink(manager, mail.facts.invitation);
        if (path === undefined) return undefined;
        return { to: mail.recipient ?? '', ...renderMail(mail, { link: `${publicUrl}${path}`, publicUrl }) };
      }
      if (mail.kind === 'notices') {
        const notices = await readNotices(manager, { userId: mail.userId, ids: mail.facts.ids });
        if (!notices[0]) return undefined;
        const link = `${publicUrl}${pathTo(notices)}`;
        return { to: notices[0].to, ...renderMail({ kind: 'notices', facts: { notices } }, { link, publicUrl }) };
      }
      const account =
        mail.userId === null
          ? await this.users.findByEmail(mail.recipient ?? '')
          : await this.users.findById(mail.userId, manager);
      if (!account) return undefined;
      const isReset = mail.kind === 'reset';
      // To the address of the account, not to the typed one, which can differ in more than case.
      const to = isReset ? account.email : (mail.recipient ?? account.email);
      if (isReset && account.isDisabled) return undefined;
      if (!isReset && mail.kind !== 'verify') return { to, ...renderMail(mail, { publicUrl }) };
      const { path } = await createLink(manager, isReset ? 'reset' : 'verify', account.id, to);
      if (!(await isQueued(manager, mail.id))) return undefined;
      return { to, ...renderMail(mail, { link: `${publicUrl}${path}`, publicUrl }) };
    });
  }
}
