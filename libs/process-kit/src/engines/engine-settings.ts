import { createPrivateKey, X509Certificate } from 'node:crypto';
import { parseEngineUrl } from '@burgee/contracts/wire';
import { EnvError, makeValidator } from 'envalid';
import { natsServers } from './nats-servers.js';
import { postgresHosts } from './postgres-hosts.js';
import { redisServer } from './redis-server.js';
import type { TlsFiles } from './tls-files.js';

/** An address that `parse` accepts; its error names the fault without quoting the value, which contains a password. */
function address(parse: (text: string) => unknown) {
  return makeValidator<string>((input) => {
    try {
      parse(input);
      return input;
    } catch (error) {
      throw new EnvError(error instanceof Error ? error.message : 'an address is needed');
    }
  });
}

/** The address of Postgres, of one host or several. */
export const postgresUrl = address((text) => postgresHosts(text, {}));
/** The address of Redis, or of the Sentinels that know it. */
export const redisUrl = address(redisServer);
/** The addresses of NATS. */
export const natsUrl = address(natsServers);

/** The address of one of our services. */
export const httpUrl = address((text) => {
  const { scheme, hosts } = parseEngineUrl(text);
  if (!/^https?$/.test(scheme) || hosts.length > 1) throw new Error('an address such as http://host:port is needed');
});

function pemOf(parse: (text: string) => unknown, what: string) {
  return makeValidator<string>((input) => {
    const text = input.replaceAll('\\n', '\n');
    try {
      parse(text);
    } catch {
      throw new EnvError(`${what} as PEM is needed`);
    }
    return text;
  });
}

/** A certificate as PEM. */
export const certificate = pemOf((text) => new X509Certificate(text), 'a certificate');
/** A private key as PEM. */
export const privateKey = pemOf(createPrivateKey, 'a private key');

/** How to verify the certificate of Postgres, and the client certificate to present. */
export const DATABASE_TLS_SETTINGS = {
  DATABASE_CA: certificate({
    default: undefined,
    desc: 'CA certificate of Postgres (PEM); turns TLS on. Unset: public CAs.',
  }),
  DATABASE_CERT: certificate({ default: undefined, desc: 'Client certificate for Postgres (PEM).' }),
  DATABASE_KEY: privateKey({ default: undefined, desc: 'Private key of DATABASE_CERT (PEM).' }),
};

/** As `DATABASE_TLS_SETTINGS`, and the password of Sentinel. */
export const REDIS_CONNECTION_SETTINGS = {
  REDIS_CA: certificate({
    default: undefined,
    desc: 'CA certificate of Redis (PEM); turns TLS on. Unset: public CAs.',
  }),
  REDIS_CERT: certificate({ default: undefined, desc: 'Client certificate for Redis (PEM).' }),
  REDIS_KEY: privateKey({ default: undefined, desc: 'Private key of REDIS_CERT (PEM).' }),
  REDIS_SENTINEL_PASSWORD: makeValidator<string>((input) => input)({
    default: undefined,
    desc: 'Password of the Sentinels, if any.',
  }),
};

/** As `DATABASE_TLS_SETTINGS`, and the credentials that an address cannot hold. */
export const NATS_CONNECTION_SETTINGS = {
  NATS_CA: certificate({
    default: undefined,
    desc: 'CA certificate of NATS (PEM); turns TLS on. Unset: public CAs.',
  }),
  NATS_CERT: certificate({ default: undefined, desc: 'Client certificate for NATS (PEM).' }),
  NATS_KEY: privateKey({ default: undefined, desc: 'Private key of NATS_CERT (PEM).' }),
  NATS_CREDS: makeValidator<string>((input) => {
    if (!/-BEGIN NATS USER JWT-[\s\S]+-BEGIN USER NKEY SEED-/.test(input))
      throw new EnvError('the text of a .creds file is needed');
    return `${input}\n`;
  })({
    default: undefined,
    desc: 'Contents of a .creds file, instead of a user in NATS_URL.',
  }),
  NATS_NKEY: makeValidator<string>((input) => {
    if (!/^SU[A-Z2-7]{56}$/.test(input.trim())) throw new EnvError('the seed of a user nkey is needed: SU…');
    return input.trim();
  })({ default: undefined, desc: 'Seed of an nkey, instead of a user in NATS_URL.' }),
};

type TlsConfig<Engine extends string> = { [Name in `${Engine}_${'CA' | 'CERT' | 'KEY'}`]?: string };

/** The TLS settings of one engine. */
export function tlsFiles<Engine extends 'DATABASE' | 'REDIS' | 'NATS'>(
  config: TlsConfig<Engine>,
  engine: Engine,
): TlsFiles {
  const given: Partial<Record<string, string>> = config;
  return { ca: given[`${engine}_CA`], cert: given[`${engine}_CERT`], key: given[`${engine}_KEY`] };
}
