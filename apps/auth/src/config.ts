import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  DATABASE_TLS_SETTINGS,
  NATS_CONNECTION_SETTINGS,
  natsUrl,
  pem,
  postgresUrl,
  readConfig,
  REDIS_CONNECTION_SETTINGS,
  publicUrl,
  redisUrl,
  secret,
  SERVICE_SETTINGS,
  wholeNumber,
} from '@burgee/process-kit';
import { EnvError, makeExactValidator, makeValidator, str } from 'envalid';
import { faultsOfProviders, providersOf, settingsOfProviders } from './provider-settings.js';

export { CONFIG } from '@burgee/service-kit/plain';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The distinct parts of a list in lower case. */
const listed = (input: string): string[] => {
  const parts = input.toLowerCase().split(',');
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
};

/** Email addresses do not identify an account: they are not verified, and the first to register an address owns it. */
export const accountIds = makeExactValidator<string[] | undefined>((input) => {
  const ids = listed(input);
  if (!ids.every((one) => UUID.test(one)))
    throw new EnvError('ids of accounts are needed, separated by commas; the page of an account shows its id');
  return ids;
});

const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/;

export const domains = makeExactValidator<string[] | undefined>((input) => {
  const names = listed(input);
  if (names.length === 0 || !names.every((one) => DOMAIN.test(one)))
    throw new EnvError('domains are needed, separated by commas, such as example.com');
  return names;
});

export const smtpUrl = makeValidator<string>((input) => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new EnvError('an address such as smtps://user:password@mail.example.com is needed');
  return input;
});

const MAIL_FROM = /^([^<>@\r\n"]+ )?<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/;

export const mailFrom = makeValidator<string>((input) => {
  if (!MAIL_FROM.test(input)) throw new EnvError('an address is needed, such as Burgee <burgee@example.com>');
  return input;
});

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  DATABASE_URL: postgresUrl({ desc: 'Postgres, as the role of auth.' }),
  DATABASE_URL_DIRECT: postgresUrl({
    default: undefined,
    desc: 'Postgres without a pooler, for the outbox leader. Unset: DATABASE_URL.',
  }),
  ...DATABASE_TLS_SETTINGS,
  REDIS_URL: redisUrl({ desc: 'Redis, for sign-in limits that replicas share.' }),
  ...REDIS_CONNECTION_SETTINGS,
  NATS_URL: natsUrl({ desc: 'NATS, as the user auth.' }),
  ...NATS_CONNECTION_SETTINGS,
  SESSION_PRIVATE_KEY: pem({ desc: 'ES256 private key (PEM) that signs sessions.' }),
  SESSION_PUBLIC_KEY: pem({ desc: 'ES256 public key (PEM) that verifies sessions.' }),
  PASSWORD_PEPPER: secret({ desc: 'Part of every password hash. If you lose it, no account can sign in.' }),
  REGISTRATION: str({
    default: 'open',
    choices: ['open', 'domain', 'invite', 'closed'],
    desc: 'Who may register: anyone, addresses of REGISTRATION_DOMAINS, people with an open invitation, no one.',
  }),
  REGISTRATION_DOMAINS: domains({
    default: undefined,
    desc: 'Comma-separated domains, such as example.com, whose addresses may register by domain.',
  }),
  PASSWORD_POLICY: str({
    default: 'basic',
    choices: ['basic', 'strict'],
    desc: 'strict also refuses the 3,000 most common passwords.',
  }),
  PASSWORD_SIGN_IN: str({
    default: 'on',
    choices: ['on', 'off'],
    desc: 'off: only providers sign people in, and `burgee-operator sign-in-link`.',
  }),
  BCRYPT_COST: wholeNumber(4)({ default: 12, desc: 'Each step doubles the cost of a guess.' }),
  COOKIE_SECURE: str({
    default: 'auto',
    choices: ['auto', 'always'],
    desc: 'auto: Secure if the request is https.',
  }),
  ADMINISTRATORS: accountIds({
    default: undefined,
    desc: 'Comma-separated ids of accounts that are administrators, next to those that pages and commands make.',
  }),
  INSTANCE_OWNERS: accountIds({
    default: undefined,
    desc: 'Going away. Ids of accounts that see the Operations page and are no administrators.',
  }),
  FIRST_ACCOUNT_ADMINISTERS: str({
    default: 'off',
    choices: ['on', 'off'],
    desc: 'on: the first account, registered on this machine, becomes administrator. Only `npm start` sets it.',
  }),
  PUBLIC_URL: publicUrl({
    default: undefined,
    desc: "The dashboard's address, such as https://flags.example.com, for links in mails, logs and commands.",
  }),
  ISSUERS_ALLOW_PRIVATE: str({
    choices: ['on', 'off'],
    default: 'off',
    desc: 'on: issuers of CI tokens may have private addresses, any port and plain HTTP. Set it only if you trust project owners with that.',
  }),
  SMTP_URL: smtpUrl({
    default: undefined,
    desc: 'Mail server: smtps://user:password@mail.example.com. A password is sent over TLS only. Unset: no mail.',
  }),
  MAIL_FROM: mailFrom({ default: undefined, desc: 'Sender of mails, such as Burgee <burgee@example.com>.' }),
  SESSIONS_PER_ACCOUNT_AT_MOST: wholeNumber(1)({
    default: 100,
    desc: 'Sessions per account. One more ends the oldest.',
  }),
  SIGN_IN_LIMIT_PER_EMAIL: wholeNumber(1)({ default: 10, desc: 'Failed sign-ins per email and address in 5 minutes.' }),
  SIGN_IN_LIMIT_PER_ADDRESS: wholeNumber(1)({ default: 50, desc: 'Failed sign-ins per address in 5 minutes.' }),
  REGISTER_LIMIT_PER_ADDRESS: wholeNumber(1)({
    default: 300,
    desc: 'Registrations, and sign-ins by providers that failed, per address in 5 minutes.',
  }),
};

export type AuthConfig = ReturnType<typeof loadConfig>;

function isPair(privateKey: string, publicKey: string): boolean {
  try {
    return createPublicKey(createPrivateKey(privateKey)).equals(createPublicKey(publicKey));
  } catch {
    return false;
  }
}

const NO_PAIR = 'SESSION_PRIVATE_KEY and SESSION_PUBLIC_KEY are not of one pair (make a pair: npm run env)';

type Checked = Parameters<typeof faultsOfProviders>[0] & Needed;

interface Needed extends Record<'SESSION_PRIVATE_KEY' | 'SESSION_PUBLIC_KEY' | 'REGISTRATION', string> {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  PUBLIC_URL?: string | undefined;
  REGISTRATION_DOMAINS?: string[] | undefined;
}

/** With keys that do not match, every session would be invalid. Mails have links, which come from no header of a request. */
function check(config: Checked): Record<string, string> {
  const { SESSION_PRIVATE_KEY, SESSION_PUBLIC_KEY, SMTP_URL, MAIL_FROM, PUBLIC_URL } = config;
  const isMail = SMTP_URL !== undefined || MAIL_FROM !== undefined;
  return {
    ...faultsOfProviders(config),
    ...(!isPair(SESSION_PRIVATE_KEY, SESSION_PUBLIC_KEY) && {
      SESSION_PRIVATE_KEY: NO_PAIR,
      SESSION_PUBLIC_KEY: NO_PAIR,
    }),
    ...(isMail && SMTP_URL === undefined && { SMTP_URL: 'MAIL_FROM is set, so it is needed' }),
    ...(isMail && MAIL_FROM === undefined && { MAIL_FROM: 'SMTP_URL is set, so it is needed' }),
    ...(isMail && PUBLIC_URL === undefined && { PUBLIC_URL: 'mail is configured, and its links begin with it' }),
    ...(config.REGISTRATION === 'domain' &&
      !config.REGISTRATION_DOMAINS && { REGISTRATION_DOMAINS: 'REGISTRATION=domain needs it' }),
  };
}

export function loadConfig(env = process.env) {
  const schema = { ...settingsOfProviders(env), ...SETTINGS };
  const config = readConfig(schema as typeof SETTINGS, env, { service: 'auth', check });
  return { ...config, providers: providersOf(config) };
}
