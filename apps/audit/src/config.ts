import { pem, readConfig, SERVICE_SETTINGS } from '@burgee/process-kit';
import { url } from 'envalid';

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  DATABASE_URL: url({ desc: 'Postgres, as the role of audit.' }),
  NATS_URL: url({ desc: 'NATS, as the user audit.' }),
  SESSION_PUBLIC_KEY: pem({ desc: 'ES256 public key (PEM).' }),
};

export type AuditConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) => readConfig(SETTINGS, env);
