import { readConfig, wholeNumber } from '@burgee/service-kit';
import { host, port, str, url } from 'envalid';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Settings of `npm start`; docs/configuration.md lists them, by test. */
export const SETTINGS = {
  PORT: port({ default: 8080, desc: 'The public address: dashboard, API, /docs.' }),
  BURGEE_HOST: host({ default: '127.0.0.1', desc: 'Address to listen on. 0.0.0.0 opens it to the network.' }),
  TRUSTED_PROXIES: str({
    default: 'none',
    desc: 'Proxies in front whose X-Forwarded-* headers are believed: addresses, or loopback, uniquelocal.',
  }),
  SDK_GATEWAY_PORT: port({ default: 8081, desc: 'First port of the SDK gateways; replicas follow it.' }),
  SDK_GATEWAY_REPLICAS: wholeNumber(1)({ default: 1, desc: 'How many SDK gateways.' }),
  SERVICE_PORT_BASE: port({ default: 7100, desc: 'First port of the internal services, on loopback.' }),
  BURGEE_DATA_DIR: str({
    default: join(ROOT, '.burgee'),
    desc: "Engines' data, secrets, last known good, logs, run.json.",
  }),
  BURGEE_RESTART: str({ default: 'on', choices: ['on', 'off'], desc: 'off = what dies stays dead, for fault drills.' }),
  DATABASE_URL: url({ default: undefined, desc: 'Your Postgres. Unset: a private one.' }),
  REDIS_URL: url({ default: undefined, desc: 'Your Redis. Unset: a private one.' }),
  NATS_URL: url({ default: undefined, desc: 'Your NATS. Unset: a private one.' }),
};

/** Settings of the services that are handed on when they are set. */
export const HANDED_ON = [
  'LOG_LEVEL',
  'FLAG_CACHE_TTL_SECONDS',
  'FLAG_MEMORY_MB',
  'FRESHNESS_WINDOW_MS',
  'RATE_LIMIT_PER_SECOND',
  'RATE_LIMIT_BURST',
  'PASSWORD_POLICY',
  'BCRYPT_COST',
  'COOKIE_SECURE',
  'CHANGE_RETENTION_HOURS',
  'STREAMS_AT_MOST',
  'STREAMS_PER_KEY_AT_MOST',
  'STREAMS_PER_ADDRESS_AT_MOST',
  'STREAM_ADMISSION_PER_SECOND',
  'STREAM_LIFETIME_SECONDS',
  'STREAM_DRAIN_SECONDS',
  'SIGN_IN_LIMIT_PER_EMAIL',
  'SIGN_IN_LIMIT_PER_ADDRESS',
  'REGISTER_LIMIT_PER_ADDRESS',
] as const;

export type StartSettings = ReturnType<typeof loadSettings>;

export const loadSettings = (env = process.env) => readConfig(SETTINGS, env);

export function handedOn(env = process.env): Record<string, string> {
  return Object.fromEntries(HANDED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

export { ROOT };
