import { readConfig, secret, SERVICE_SETTINGS, wholeNumber } from '@burgee/service-kit';
import { str, url } from 'envalid';

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  DATABASE_URL: url({ desc: 'Postgres (the primary), as the role of sdk-gateway.' }),
  REDIS_URL: url({ desc: 'Redis, the shelf of ready answers.' }),
  NATS_URL: url({ desc: 'NATS, as the user sdk-gateway.' }),
  STREAM_TICKET_SECRET: secret({ desc: 'Signs stream tickets; the same on every replica.' }),
  LAST_KNOWN_GOOD_DIR: str({
    desc: 'Where the newest answers are kept for the day Postgres is gone. One folder a replica.',
  }),
  FLAG_CACHE_TTL_SECONDS: wholeNumber(1)({ default: 300, desc: 'How long a ready answer lies on the shelf.' }),
  FLAG_MEMORY_MB: wholeNumber(1)({
    default: 256,
    desc: 'Memory for ready answers. What has no room is read from disk.',
  }),
  STREAMS_AT_MOST: wholeNumber(1)({
    default: 20_000,
    desc: 'Open streams of one replica; fewer when its file descriptors do not suffice.',
  }),
  STREAMS_PER_KEY_AT_MOST: wholeNumber(1)({ default: 10_000, desc: 'Open streams with one SDK key at one replica.' }),
  STREAMS_PER_ADDRESS_AT_MOST: wholeNumber(1)({
    default: 2_000,
    desc: 'Open streams from one address at one replica.',
  }),
  STREAM_ADMISSION_PER_SECOND: wholeNumber(1)({
    default: 250,
    desc: 'New streams a replica lets in each second; others are told when to come back.',
  }),
  STREAM_LIFETIME_SECONDS: wholeNumber(1)({
    default: 2_700,
    desc: 'After about this long (each stream by up to a fifth more or less) a stream ends, so that replicas rebalance.',
  }),
  STREAM_DRAIN_SECONDS: wholeNumber(0)({
    default: 5,
    desc: 'Over how long the streams of a replica that stops are ended, one by one.',
  }),
  FRESHNESS_WINDOW_MS: wholeNumber(0)({ default: 0, desc: 'How old an authority check may be. 0 = strict.' }),
};

export type SdkGatewayConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) => readConfig(SETTINGS, env);

export const CONFIG = Symbol('sdk-gateway config');
