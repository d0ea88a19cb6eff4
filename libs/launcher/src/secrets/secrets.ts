import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** All secrets of an installation. */
export interface Secrets {
  SESSION_PRIVATE_KEY: string;
  SESSION_PUBLIC_KEY: string;
  PASSWORD_PEPPER: string;
  SDK_KEY_SECRET: string;
  STREAM_TICKET_SECRET: string;
  EDGE_TICKET_SECRET: string;
  FORWARDING_SECRET: string;
  AUDIT_CHECKPOINT_KEY: string;
  /** Passwords for the private engines, by `<engine>:<user>`. */
  engines: Record<string, string>;
}

export const POSTGRES_SUPERUSER = 'burgee';

const random = (): string => randomBytes(32).toString('base64url');

const ENGINE_USERS = [
  `postgres:${POSTGRES_SUPERUSER}`,
  'postgres:auth',
  'postgres:flags-admin',
  'postgres:sdk-gateway',
  'postgres:audit',
  'postgres:audit-maintenance',
  'postgres:usage',
  'redis:auth',
  'redis:flags-admin',
  'redis:sdk-gateway',
  'nats:auth',
  'nats:flags-admin',
  'nats:sdk-gateway',
  'nats:audit',
  'nats:usage',
];

/** New secrets, from the system's random source. */
export function makeSecrets(): Secrets {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const { privateKey: checkpointKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return {
    SESSION_PRIVATE_KEY: privateKey,
    SESSION_PUBLIC_KEY: publicKey,
    PASSWORD_PEPPER: random(),
    SDK_KEY_SECRET: random(),
    STREAM_TICKET_SECRET: random(),
    EDGE_TICKET_SECRET: random(),
    FORWARDING_SECRET: random(),
    AUDIT_CHECKPOINT_KEY: checkpointKey,
    engines: Object.fromEntries(ENGINE_USERS.map((user) => [user, random()])),
  };
}

/** The secrets of a data folder: each is created once, in a file that only its owner can read. */
export function loadSecrets(file: string): Secrets {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const made = makeSecrets();
  const secrets = { ...made, ...known, engines: { ...made.engines, ...known.engines } };
  const countOf = ({ engines = {}, ...own }: Partial<Secrets>) => Object.keys({ ...own, ...engines }).length;
  if (countOf(known) < countOf(secrets)) {
    writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return secrets;
}
