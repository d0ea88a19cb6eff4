import {
  DATABASE_TLS_SETTINGS,
  NATS_CONNECTION_SETTINGS,
  natsUrl,
  pem,
  postgresUrl,
  readConfig,
  SERVICE_SETTINGS,
  wholeNumber,
} from '@burgee/process-kit';

export { CONFIG } from '@burgee/service-kit/plain';

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  DATABASE_URL: postgresUrl({ desc: 'Postgres, as the role of usage.' }),
  ...DATABASE_TLS_SETTINGS,
  NATS_URL: natsUrl({ desc: 'NATS, as the user usage.' }),
  ...NATS_CONNECTION_SETTINGS,
  SESSION_PUBLIC_KEY: pem({ desc: 'ES256 public key (PEM) that verifies sessions.' }),
  USAGE_RETENTION_DAYS: wholeNumber(1)({
    default: 90,
    desc: 'Days that usage is shown. It is deleted by whole months.',
  }),
};

export type UsageConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) => readConfig(SETTINGS, env, { service: 'usage' });
