import { Inject, Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type AuthConfig, CONFIG } from '../config.js';
import type { RenderedMail } from './render-mail.js';

const ATTEMPT_MILLISECONDS = 60_000;
const STEP_MILLISECONDS = 20_000;

type Settings = Pick<AuthConfig, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>;

/** Sends a mail by SMTP, in a connection of its own. An attempt ends within a minute, even if the server is slow. */
@Injectable()
export class MailTransport {
  constructor(@Inject(CONFIG) private readonly config: Settings) {}

  /** @param id the same in each attempt: receivers know by it that they have the mail @throws SmtpFailure */
  async send(id: string, to: string, mail: RenderedMail): Promise<void> {
    const { SMTP_URL = '', MAIL_FROM, PUBLIC_URL = '' } = this.config;
    const transport = createTransport({
      url: SMTP_URL,
      // A password is sent over TLS only.
      requireTLS: new URL(SMTP_URL).username !== '',
      connectionTimeout: STEP_MILLISECONDS,
      greetingTimeout: STEP_MILLISECONDS,
      socketTimeout: STEP_MILLISECONDS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await transport.sendMail({
      from: MAIL_FROM,
      // An object, so that an address cannot name several recipients.
      to: { name: '', address: to },
      messageId: `<${id}@${new URL(PUBLIC_URL).hostname}>`,
      headers: { 'auto-submitted': 'auto-generated' },
      ...mail,
      signal: AbortSignal.timeout(ATTEMPT_MILLISECONDS),
    });
  }
}
