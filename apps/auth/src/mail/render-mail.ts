import type { MailedNotice } from '../persistence/mailed-notices.js';
import type { MailContent, SecurityChange } from '../persistence/mails.js';
import { writeNotices } from './notices-letter.js';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** A mail with all that it says. */
export type RenderedContent =
  | Exclude<MailContent, { kind: 'notices' }>
  | { kind: 'notices'; facts: { notices: readonly MailedNotice[] } };

export interface Letter {
  subject: string;
  /** Paragraphs of plain text. */
  body: string[];
  link?: string;
}

const CHANGED: Record<SecurityChange, string> = {
  password_change: 'The password of your account was changed, and its other sessions ended',
  password_reset: 'A new password was set for your account by a link, and all its sessions ended',
  address_change: 'Your account has another email address now, and this one no longer signs in to it',
  take_over:
    'A sign-in provider that Burgee trusts for your address signed you in. The password, sessions, tokens and linked providers that your account had before were removed',
  sessions_end: 'All sessions of your account were ended',
  account_disable: 'Your account was disabled',
  account_enable: 'Your account can sign in again',
  link_create: 'A link was made that sets a new password for your account',
  administrator_grant: 'Your account was made an administrator of the installation',
  administrator_withdraw: 'Your account is no longer an administrator of the installation',
  provider_link: 'A provider was linked to your account and can be used to sign in',
  provider_unlink: 'A provider was unlinked from your account and can no longer be used to sign in',
};

const NOT_YOU = 'If you do not expect this, change your password and tell an administrator.';

function write(mail: RenderedContent, link: string | undefined): Letter {
  const linked = link !== undefined && { link };
  switch (mail.kind) {
    case 'verify':
      return {
        subject: 'confirm your email address',
        body: [
          'This address was entered for an account of Burgee. Open this link to confirm that it is yours. It works once, within 24 hours.',
          'If it was not you, ignore this mail.',
        ],
        ...linked,
      };
    case 'reset':
      return {
        subject: 'set a new password',
        body: [
          'Burgee received a request for a new password for your account. Open this link to set one. It works once, within an hour, and ends all sessions of the account.',
          'If it was not you, ignore this mail: your password stays as it is.',
        ],
        ...linked,
      };
    case 'new_device': {
      const { address, user_agent } = mail.facts;
      return {
        subject: 'new sign-in to your account',
        body: [
          `Someone signed in to your account of Burgee with a browser that has not signed in to it before: ${user_agent ?? 'an unknown program'}, from the address ${address}.`,
          NOT_YOU,
        ],
      };
    }
    case 'security': {
      const { change, by } = mail.facts;
      return {
        subject: 'your account has changed',
        body: [
          `${CHANGED[change]}.${by === null ? '' : ` This was done by ${by}.`}`,
          change === 'account_disable' ? 'If you do not know why, ask an administrator.' : NOT_YOU,
        ],
      };
    }
    case 'notices': {
      const { subject, body } = writeNotices(mail.facts.notices);
      return { subject: oneLine(subject), body, ...linked };
    }
    case 'token_ends': {
      const { name, ends_at, is_own } = mail.facts;
      const where = is_own ? 'the page of your account' : 'the page of tokens in the project or in Administration';
      return {
        subject: 'a token ends soon',
        body: [
          `The ${is_own ? 'personal' : 'service'} token ${name} ends on ${formatTime(ends_at)}. Programs that use it are refused from then on.`,
          `If it is still needed, make another one on ${where}, and give it to those programs.`,
        ],
      };
    }
    case 'invitation': {
      const { project, role, by } = mail.facts;
      return {
        subject: `invitation to ${oneLine(project)}`,
        body: [
          `${by} invites you to the project ${project} as ${role}. Open this link to join. It works once, for the first person who uses it.`,
          'If you do not know the sender, ignore this mail.',
        ],
        ...linked,
      };
    }
    case 'test':
      return { subject: 'test mail', body: ['Burgee can send mail. An administrator asked for this test.'] };
  }
}

/** To the minute, in UTC: a mail does not know where it is read. */
const formatTime = (time: string) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
/** What accounts name themselves, and what clients send, is one line. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

/**
 * A mail as text and as HTML. The HTML sets no colors, so that it is readable in dark mode.
 * @param link with its secret, of mails that have one
 * @param publicUrl the address of the dashboard
 */
export function renderMail(
  mail: RenderedContent,
  { link, publicUrl }: { link?: string; publicUrl: string },
): RenderedMail {
  const letter = write(mail, link);
  const [first = '', ...others] = letter.body.map(oneLine);
  const url = letter.link === undefined ? [] : [letter.link];
  const footer = `Burgee at ${publicUrl}`;
  const paragraph = (text: string) => `<p>${escape(text)}</p>`;
  const anchors = url.map((href) => `<p><a href="${escape(href)}">${escape(href)}</a></p>`);
  return {
    subject: `Burgee: ${letter.subject}`,
    text: `${[first, ...url, ...others, footer].join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
      `<meta name="supported-color-schemes" content="light dark"><title>Burgee</title></head>`,
      '<body style="font-family:sans-serif;line-height:1.5;max-width:36em">',
      paragraph(first),
      ...anchors,
      ...others.map(paragraph),
      paragraph(footer),
      '</body></html>',
    ].join('\n'),
  };
}
