import {
  DATABASE_TLS_SETTINGS,
  DRAIN_SETTINGS,
  folder,
  NATS_CONNECTION_SETTINGS,
  natsUrl,
  postgresUrl,
  readConfig,
  REDIS_CONNECTION_SETTINGS,
  redisUrl,
  secret,
  SERVICE_SETTINGS,
  wholeNumber,
} from '@burgee/process-kit';
import { PROTOCOL_SETTINGS } from '@burgee/flag-serving';
import { str } from 'envalid';

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  DATABASE_URL: postgresUrl({ desc: 'Postgres (the primary), as the role of sdk-gateway.' }),
  ...DATABASE_TLS_SETTINGS,
  REDIS_URL: redisUrl({ desc: 'Redis, the cache of flag sets.' }),
  ...REDIS_CONNECTION_SETTINGS,
  NATS_URL: natsUrl({ desc: 'NATS, as the user sdk-gateway.' }),
  ...NATS_CONNECTION_SETTINGS,
  STREAM_TICKET_SECRET: secret({ desc: 'Signs stream tickets; the same on every replica.' }),
  FORWARDING_SECRET: secret({
    default: undefined,
    desc: 'The same as of api-gateway: from whoever sends it, the address of a caller is taken. Unset: from TRUSTED_PROXIES alone.',
  }),
  LAST_KNOWN_GOOD_DIR: folder({
    desc: 'Folder for the last known good answers, used while Postgres is down. One per replica.',
  }),
  LAST_KNOWN_GOOD_MB: wholeNumber(1)({
    default: 512,
    desc: 'Of that folder. When it is full, the environment that was used longest ago gives its file up.',
  }),
  FLAG_CACHE_TTL_SECONDS: wholeNumber(1)({ default: 300, desc: 'How long Redis keeps a flag set.' }),
  FLAG_MEMORY_MB: wholeNumber(1)({
    default: 256,
    desc: 'Memory for flag sets; and half of it for OFREP, half for Unleash, a tenth to resume streams. What has no room is read from disk.',
  }),
  STREAMS_AT_MOST: wholeNumber(1)({
    default: 20_000,
    desc: 'Open streams per replica; fewer if its file descriptors do not suffice.',
  }),
  STREAMS_PER_KEY_AT_MOST: wholeNumber(1)({ default: 10_000, desc: 'Open streams with one SDK key, per replica.' }),
  STREAMS_PER_ADDRESS_AT_MOST: wholeNumber(1)({
    default: 2_000,
    desc: 'Open streams from one address, per replica.',
  }),
  STREAM_LIFETIME_SECONDS: wholeNumber(1)({
    default: 2_700,
    desc: 'A stream ends after about this long (up to a fifth more or less), so that replicas rebalance.',
  }),
  ...PROTOCOL_SETTINGS,
  USAGE: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'Usage reports of applications: which flags they evaluate. off: none is taken, and nothing is counted.',
  }),
  ...DRAIN_SETTINGS,
};

export type SdkGatewayConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) =>
  readConfig(SETTINGS, env, { service: 'sdk-gateway', removed: ['DECISION_LIMIT_PER_ADDRESS'] });

export const CONFIG = Symbol('sdk-gateway config');
