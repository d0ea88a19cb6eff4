import { driverCode } from '../database/driver-code.js';

/** Why an engine responds but refuses us. An operator has to act: waiting does not help. */
export const REFUSALS = {
  authentication: 'refuses the user or password: fix the address or credentials in the settings, or the user there',
  certificate_expired:
    'presents a certificate that has expired or is not valid yet: renew it, and check the clock here',
  certificate_untrusted: 'presents a certificate of a CA that is not trusted here: set the CA in the settings',
  certificate_name: 'presents a certificate for another name: connect by a name in it, or renew it',
  client_certificate: 'rejects the client certificate, or requires one: set one that it trusts in the settings',
  no_tls: 'has other TLS settings than this process: turn TLS on there, or off in the settings',
  read_only:
    'is a standby or read-only: point DATABASE_URL to the primary, or to several hosts with target_session_attrs=read-write',
  cluster: 'is a Redis Cluster: Burgee works with one Redis, or with a primary and replicas behind Sentinel',
} as const;

export type Refusal = keyof typeof REFUSALS;

/** By SQLSTATE, or by the code of Node, OpenSSL or a driver. */
const BY_CODE: readonly [RegExp, Refusal][] = [
  [/^28/, 'authentication'],
  [/^25006$/, 'read_only'],
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, 'certificate_expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'certificate_name'],
  [/^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_)/, 'certificate_untrusted'],
  [
    /^ERR_SSL_\w*ALERT_(BAD_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED)/,
    'client_certificate',
  ],
  [/^ERR_SSL_/, 'no_tls'],
  [/^REDIS_CLUSTER$/, 'cluster'],
];

/** Errors of the Redis and NATS drivers without a code, by name or text. */
const BY_TEXT: readonly [RegExp, Refusal][] = [
  [/^(AuthorizationError|UserAuthenticationExpiredError)$/, 'authentication'],
  [/(^|: )(WRONGPASS|NOAUTH|NOPERM|ERR invalid password|ERR AUTH|ERR Client sent AUTH)\b/, 'authentication'],
  [/server does not support SSL connections|'tls' is not available|does not support 'tls'/, 'no_tls'],
  [/^(tls|TLS) .*(certificate required|bad certificate)/, 'client_certificate'],
];

function first(table: readonly [RegExp, Refusal][], texts: readonly (string | undefined)[]): Refusal | undefined {
  return table.find(([pattern]) => texts.some((text) => text !== undefined && pattern.test(text)))?.[1];
}

/** Why an engine refuses us, by the error of its driver; undefined when it does not respond instead. */
export function refusalOf(error: unknown): Refusal | undefined {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause ?? driverError(e), depth++) {
    const found = first(BY_CODE, [driverCode(e)]) ?? first(BY_TEXT, [e.name, e.message]);
    if (found) return found;
    if (e instanceof AggregateError) return e.errors.map(refusalOf).find((one) => one !== undefined);
  }
  return undefined;
}

function driverError(error: Error): unknown {
  return 'driverError' in error ? error.driverError : undefined;
}
