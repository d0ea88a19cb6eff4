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
import { EnvError, makeExactValidator, str } from 'envalid';
import { faultsOfProviders, providersOf, settingsOfProviders } from './provider-settings.js';

export { CONFIG } from '@burgee/service-kit/plain';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Email addresses do not identify an account: they are not verified, and the first to register an address owns it. */
export const accountIds = makeExactValidator<string[] | undefined>((input) => {
  const ids = input
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (!ids.every((one) => UUID.test(one)))
    throw new EnvError('ids of accounts are needed, separated by commas; the page of an account shows its id');
  return [...new Set(ids)];
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
    choices: ['open', 'invite', 'closed'],
    desc: 'Who may register: anyone, people with an open invitation, no one.',
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
    desc: "The dashboard's address, such as https://flags.example.com, for links in logs and commands.",
  }),
  SESSIONS_PER_ACCOUNT_AT_MOST: wholeNumber(1)({
    default: 100,
    desc: 'Sessions per account. One more ends the oldest.',
  }),
  SIGN_IN_LIMIT_PER_EMAIL: wholeNumber(1)({ default: 10, desc: 'Failed sign-ins per email and address in 5 minutes.' }),
  SIGN_IN_LIMIT_PER_ADDRESS: wholeNumber(1)({ default: 50, desc: 'Failed sign-ins per address in 5 minutes.' }),
  REGISTER_LIMIT_PER_ADDRESS: wholeNumber(1)({ default: 300, desc: 'Registrations per address in 5 minutes.' }),
};

export type AuthConfig = ReturnType<typeof loadConfig>;

function isPair(privateKey: string, publicKey: string): boolean {
  try {
    return createPublicKey(createPrivateKey(privateKey)).equals(createPublicKey(publicKey));
  } catch {
    return false;
  }
}

type SessionKeys = Record<'SESSION_PRIVATE_KEY' | 'SESSION_PUBLIC_KEY', string>;

const NO_PAIR = 'SESSION_PRIVATE_KEY and SESSION_PUBLIC_KEY are not of one pair (make a pair: npm run env)';

type Checked = SessionKeys & Parameters<typeof faultsOfProviders>[0];

/** With keys that do not match, every session would be invalid. */
function check({ SESSION_PRIVATE_KEY, SESSION_PUBLIC_KEY, ...others }: Checked): Record<string, string> {
  const faults = faultsOfProviders(others);
  if (isPair(SESSION_PRIVATE_KEY, SESSION_PUBLIC_KEY)) return faults;
  return { ...faults, SESSION_PRIVATE_KEY: NO_PAIR, SESSION_PUBLIC_KEY: NO_PAIR };
}

export function loadConfig(env = process.env) {
  const schema = { ...settingsOfProviders(env), ...SETTINGS };
  const config = readConfig(schema as typeof SETTINGS, env, { service: 'auth', check });
  return { ...config, providers: providersOf(config) };
}
