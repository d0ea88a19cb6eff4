import {
  DATABASE_TLS_SETTINGS,
  NATS_CONNECTION_SETTINGS,
  natsUrl,
  pem,
  postgresUrl,
  readConfig,
  SERVICE_SETTINGS,
} from '@burgee/process-kit';

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  DATABASE_URL: postgresUrl({ desc: 'Postgres, as the role of audit.' }),
  ...DATABASE_TLS_SETTINGS,
  NATS_URL: natsUrl({ desc: 'NATS, as the user audit.' }),
  ...NATS_CONNECTION_SETTINGS,
  SESSION_PUBLIC_KEY: pem({ desc: 'ES256 public key (PEM).' }),
};

export type AuditConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) => readConfig(SETTINGS, env, { service: 'audit' });
