import {
  DATABASE_TLS_SETTINGS,
  DRAIN_SETTINGS,
  NATS_CONNECTION_SETTINGS,
  natsUrl,
  pem,
  postgresUrl,
  readConfig,
  REDIS_CONNECTION_SETTINGS,
  redisUrl,
  secret,
  SERVICE_SETTINGS,
  wholeNumber,
} from '@burgee/process-kit';
import { str } from 'envalid';

export { CONFIG } from '@burgee/service-kit/plain';

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  DATABASE_URL: postgresUrl({ desc: 'Postgres, as the role of flags-admin.' }),
  DATABASE_URL_DIRECT: postgresUrl({
    default: undefined,
    desc: 'Postgres without a pooler, for the outbox leader. Unset: DATABASE_URL.',
  }),
  ...DATABASE_TLS_SETTINGS,
  REDIS_URL: redisUrl({ desc: 'Redis, the cache of flag sets.' }),
  ...REDIS_CONNECTION_SETTINGS,
  NATS_URL: natsUrl({ desc: 'NATS, as the user flags-admin.' }),
  ...NATS_CONNECTION_SETTINGS,
  SESSION_PUBLIC_KEY: pem({ desc: 'ES256 public key (PEM) that verifies sessions.' }),
  SDK_KEY_SECRET: secret({ desc: 'Encrypts keys so that pages can show them. If you lose it, rotate every key.' }),
  FLAG_CACHE_TTL_SECONDS: wholeNumber(1)({ default: 300, desc: 'How long Redis caches a flag set.' }),
  PROJECTS_PER_ACCOUNT_AT_MOST: wholeNumber(1)({ default: 100, desc: 'Projects that one account created.' }),
  ENVIRONMENTS_PER_PROJECT_AT_MOST: wholeNumber(1)({ default: 50, desc: 'Environments per project.' }),
  FLAGS_PER_PROJECT_AT_MOST: wholeNumber(1)({
    default: 5_000,
    desc: 'Flags per project, including archived ones.',
  }),
  SCHEDULES_PER_PROJECT_AT_MOST: wholeNumber(1)({
    default: 200,
    desc: 'Waiting and paused schedules per project.',
  }),
  MEMBERS_PER_PROJECT_AT_MOST: wholeNumber(1)({ default: 500, desc: 'Members per project.' }),
  WEBHOOKS_PER_PROJECT_AT_MOST: wholeNumber(1)({ default: 10, desc: 'Webhooks per project.' }),
  WEBHOOKS_PER_ACCOUNT_AT_MOST: wholeNumber(1)({
    default: 100,
    desc: 'Webhooks in all projects that one account created.',
  }),
  WEBHOOKS_ALLOW_PRIVATE: str({
    choices: ['on', 'off'],
    default: 'off',
    desc: 'on: webhooks may use private addresses, any port and plain HTTP. Set it only if you trust project admins with that.',
  }),
  FLAG_SET_BYTES_AT_MOST: wholeNumber(1)({
    default: 2_000_000,
    desc: 'Bytes of keys, names and targeting texts per environment.',
  }),
  CHANGE_RETENTION_HOURS: wholeNumber(24)({ default: 24, desc: 'How far back a stream can resume.' }),
  HISTORY_RETENTION_DAYS: wholeNumber(1)({
    default: 365,
    desc: 'Retention of past flag sets in days; up to a month longer.',
  }),
  ...DRAIN_SETTINGS,
};

export type FlagsAdminConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) => readConfig(SETTINGS, env, { service: 'flags-admin' });
