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
    desc: 'Same value as on api-gateway, whose client addresses are then trusted. Unset: only TRUSTED_PROXIES counts.',
  }),
  LAST_KNOWN_GOOD_DIR: folder({
    desc: 'Folder of last known good answers, for when Postgres is down. One per replica.',
  }),
  LAST_KNOWN_GOOD_MB: wholeNumber(1)({
    default: 512,
    desc: 'Size of that folder. When full, the least recently used environment loses its file.',
  }),
  FLAG_CACHE_TTL_SECONDS: wholeNumber(1)({ default: 300, desc: 'How long Redis caches a flag set.' }),
  FLAG_MEMORY_MB: wholeNumber(1)({
    default: 256,
    desc: 'Memory for flag sets, plus half as much each for OFREP and Unleash and a tenth to resume streams. The rest is read from disk.',
  }),
  STREAMS_AT_MOST: wholeNumber(1)({
    default: 20_000,
    desc: 'Open streams per replica; fewer if file descriptors run short.',
  }),
  STREAMS_PER_KEY_AT_MOST: wholeNumber(1)({ default: 10_000, desc: 'Open streams per SDK key and replica.' }),
  STREAMS_PER_ADDRESS_AT_MOST: wholeNumber(1)({
    default: 2_000,
    desc: 'Open streams per client address and replica.',
  }),
  STREAM_LIFETIME_SECONDS: wholeNumber(1)({
    default: 2_700,
    desc: 'Lifetime of a stream, ± 20 %, so that replicas rebalance.',
  }),
  ...PROTOCOL_SETTINGS,
  USAGE: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'Accepts usage reports: which flags applications evaluate.',
  }),
  ...DRAIN_SETTINGS,
};

export type SdkGatewayConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) =>
  readConfig(SETTINGS, env, { service: 'sdk-gateway', removed: ['DECISION_LIMIT_PER_ADDRESS'] });

export const CONFIG = Symbol('sdk-gateway config');
