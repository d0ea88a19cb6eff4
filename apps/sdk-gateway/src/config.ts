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
  FRESHNESS_WINDOW_MS: wholeNumber(0)({ default: 0, desc: 'How old an authority check may be. 0 = strict.' }),
};

export type SdkGatewayConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) => readConfig(SETTINGS, env);

export const CONFIG = Symbol('sdk-gateway config');
