import {
  DATABASE_TLS_SETTINGS,
  folder,
  NATS_CONNECTION_SETTINGS,
  natsUrl,
  postgresUrl,
  proxies,
  readConfig,
  REDIS_CONNECTION_SETTINGS,
  redisUrl,
  wholeNumber,
} from '@burgee/process-kit';
import { host, port, str } from 'envalid';
import { join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Settings of `npm start`. A test holds docs/reference/configuration.md to them. */
export const SETTINGS = {
  PORT: port({ default: 8080, desc: 'The public address: dashboard, API, /docs.' }),
  BURGEE_HOST: host({ default: '127.0.0.1', desc: 'Listen address. 0.0.0.0 opens it to the network.' }),
  TRUSTED_PROXIES: proxies({
    default: 'none',
    desc: 'Proxies whose X-Forwarded-* headers are trusted: addresses, loopback, uniquelocal.',
  }),
  SDK_GATEWAY_PORT: port({ default: 8081, desc: 'Port of the first SDK gateway; replicas use the next ones.' }),
  SDK_GATEWAY_REPLICAS: wholeNumber(1)({ default: 1, desc: 'Number of SDK gateways.' }),
  SERVICE_PORT_BASE: port({ default: 7100, desc: 'First port of the internal services, on loopback.' }),
  BURGEE_DATA_DIR: folder({
    default: join(ROOT, '.burgee'),
    desc: 'Folder for engine data, secrets, last known good answers, logs and run.json.',
  }),
  BURGEE_RESTART: str({
    default: 'on',
    choices: ['on', 'off'],
    desc: 'off: a process that dies stays down, for fault tests.',
  }),
  DATABASE_URL: postgresUrl({ default: undefined, desc: 'Your Postgres. Unset: a private one.' }),
  DATABASE_URL_DIRECT: postgresUrl({
    default: undefined,
    desc: 'Your Postgres, bypassing the pooler. Unset: DATABASE_URL.',
  }),
  REDIS_URL: redisUrl({ default: undefined, desc: 'Your Redis. Unset: a private one.' }),
  NATS_URL: natsUrl({ default: undefined, desc: 'Your NATS. Unset: a private one.' }),
};

/** Connection settings of your own engines. `npm start` checks all, uses Postgres's, and passes them on. */
const CONNECTION_SETTINGS = { ...DATABASE_TLS_SETTINGS, ...REDIS_CONNECTION_SETTINGS, ...NATS_CONNECTION_SETTINGS };

/** Settings of the services that `npm start` passes on when they are set. */
export const PASSED_ON = [
  'LOG_LEVEL',
  'LOG_FORMAT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'LAST_KNOWN_GOOD_MB',
  'FLAG_CACHE_TTL_SECONDS',
  'FLAG_MEMORY_MB',
  'ALLOWED_HOSTS',
  'HSTS',
  'KEEP_ALIVE_SECONDS',
  'PROJECTS_PER_ACCOUNT_AT_MOST',
  'ENVIRONMENTS_PER_PROJECT_AT_MOST',
  'FLAGS_PER_PROJECT_AT_MOST',
  'SCHEDULES_PER_PROJECT_AT_MOST',
  'MEMBERS_PER_PROJECT_AT_MOST',
  'WEBHOOKS_PER_PROJECT_AT_MOST',
  'WEBHOOKS_PER_ACCOUNT_AT_MOST',
  'WEBHOOKS_ALLOW_PRIVATE',
  'FLAG_SET_BYTES_AT_MOST',
  'REGISTRATION',
  'REGISTRATION_DOMAINS',
  'PASSWORD_POLICY',
  'PASSWORD_SIGN_IN',
  'BCRYPT_COST',
  'COOKIE_SECURE',
  'SESSION_COOKIE_NAME',
  'CHANGE_RETENTION_HOURS',
  'HISTORY_RETENTION_DAYS',
  'AUDIT_EARLIER_KIDS',
  'AUDIT_RETENTION_MONTHS',
  'STREAMS_AT_MOST',
  'STREAMS_PER_KEY_AT_MOST',
  'STREAMS_PER_ADDRESS_AT_MOST',
  'STREAM_LIFETIME_SECONDS',
  'OFREP',
  'UNLEASH_API',
  'USAGE',
  'USAGE_RETENTION_DAYS',
  'STREAM_DRAIN_PER_SECOND',
  'STREAM_DRAIN_SECONDS',
  'ADMINISTRATORS',
  'INSTANCE_OWNERS',
  'PUBLIC_URL',
  'ISSUERS_ALLOW_PRIVATE',
  'SMTP_URL',
  'MAIL_FROM',
  'SESSIONS_PER_ACCOUNT_AT_MOST',
  'SIGN_IN_LIMIT_PER_EMAIL',
  'SIGN_IN_LIMIT_PER_ADDRESS',
  'REGISTER_LIMIT_PER_ADDRESS',
  ...Object.keys(CONNECTION_SETTINGS),
];

export type StartSettings = ReturnType<typeof loadSettings>;

export const loadSettings = (env = process.env) =>
  readConfig({ ...SETTINGS, ...CONNECTION_SETTINGS }, env, { known: PASSED_ON });

/** What OpenTelemetry reads by itself, and the numbered settings of providers. */
const isPassedOnByName = (name: string) => /^(OTEL_|OIDC_([1-9]_|PROVIDERS))/.test(name);

/** The settings that are set, as values or as absolute paths of files: services run in another folder. */
export function passedOn(env = process.env): Record<string, string> {
  const others = Object.keys(env).filter(isPassedOnByName);
  const names = new Set([...PASSED_ON, ...others.map((name) => name.replace(/_FILE$/, ''))]);
  const given = [...names].flatMap((name): [string, string][] => {
    const [value, file] = [env[name], env[`${name}_FILE`]];
    if (value !== undefined) return [[name, value]];
    return file ? [[`${name}_FILE`, resolve(file)]] : [];
  });
  // Node.js reads it, for providers and mail servers with a certificate of a private CA.
  const { NODE_EXTRA_CA_CERTS } = env;
  return {
    ...Object.fromEntries(given),
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: resolve(NODE_EXTRA_CA_CERTS) }),
  };
}

export { ROOT };
