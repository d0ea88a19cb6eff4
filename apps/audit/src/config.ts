import {
  DATABASE_TLS_SETTINGS,
  ed25519Key,
  NATS_CONNECTION_SETTINGS,
  natsUrl,
  pem,
  postgresUrl,
  readConfig,
  SERVICE_SETTINGS,
  wholeNumber,
} from '@burgee/process-kit';
import { EnvError, makeExactValidator } from 'envalid';

export { CONFIG } from '@burgee/service-kit/plain';

const kids = makeExactValidator<string[] | undefined>((input) => {
  const list = input
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (!list.every((one) => /^[\w-]{43}$/.test(one)))
    throw new EnvError('the kid of each earlier key is needed, separated by commas; each checkpoint of it shows it');
  return list;
});

export const SETTINGS = {
  ...SERVICE_SETTINGS,
  DATABASE_URL: postgresUrl({ desc: 'Postgres, as the role of audit.' }),
  DATABASE_URL_MAINTENANCE: postgresUrl({ desc: 'Postgres, as the role that drops old months.' }),
  ...DATABASE_TLS_SETTINGS,
  NATS_URL: natsUrl({ desc: 'NATS, as the user audit.' }),
  ...NATS_CONNECTION_SETTINGS,
  SESSION_PUBLIC_KEY: pem({ desc: 'ES256 public key (PEM) that verifies sessions.' }),
  AUDIT_CHECKPOINT_KEY: ed25519Key({
    default: undefined,
    desc: 'Ed25519 private key (PEM) that signs checkpoints of the history. Unset: no checkpoints, no retention.',
  }),
  AUDIT_EARLIER_KIDS: kids({
    default: undefined,
    desc: 'The kid of each earlier AUDIT_CHECKPOINT_KEY, separated by commas. Other signatures are forged.',
  }),
  AUDIT_RETENTION_MONTHS: wholeNumber(0)({
    default: 0,
    desc: 'Retention of entries in whole months, plus the current one. 0: forever.',
  }),
};

/** Retention signs where chains begin. Unsigned, a dropped month looks like tampering. */
const retentionErrors = (config: { AUDIT_CHECKPOINT_KEY?: string | undefined; AUDIT_RETENTION_MONTHS: number }) =>
  config.AUDIT_RETENTION_MONTHS > 0 && config.AUDIT_CHECKPOINT_KEY === undefined
    ? { AUDIT_CHECKPOINT_KEY: 'AUDIT_RETENTION_MONTHS needs this key (make one: npm run env)' }
    : ({} as Record<string, string>);

export type AuditConfig = ReturnType<typeof loadConfig>;

export const loadConfig = (env = process.env) =>
  readConfig(SETTINGS, env, { service: 'audit', check: retentionErrors });
