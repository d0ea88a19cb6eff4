import { pem, readConfig, secret, SERVICE_SETTINGS, wholeNumber } from '@burgee/service-kit';
import { url } from 'envalid';

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  DATABASE_URL: url({ desc: 'Postgres, as the role of flags-admin.' }),
  REDIS_URL: url({ desc: 'Redis, the shelf of ready answers.' }),
  NATS_URL: url({ desc: 'NATS, as the user flags-admin.' }),
  SESSION_PUBLIC_KEY: pem({ desc: 'ES256 public key (PEM).' }),
  SDK_KEY_SECRET: secret({ desc: 'Encrypts SDK keys for showing them again. Losing it means rotating every key.' }),
  FLAG_CACHE_TTL_SECONDS: wholeNumber(1)({ default: 300, desc: 'How long a ready answer lies on the shelf.' }),
  CHANGE_RETENTION_HOURS: wholeNumber(24)({ default: 24, desc: 'How far back a stream can resume.' }),
};

export type FlagsAdminConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) => readConfig(SETTINGS, env);

export const CONFIG = Symbol('flags-admin config');
