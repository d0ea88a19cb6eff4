import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { DomainError, SESSION_LIFETIME_SECONDS } from '@burgee/contracts/wire';
import jwt from 'jsonwebtoken';

export * from './api-token.js';

const ISSUER = 'burgee-auth';
const AUDIENCE = 'burgee';
/** Cookies of one name whose signatures are verified. */
export const COOKIES_AT_MOST = 4;

/** Payload of the JWT in the session cookie. `sid` is the session's secret; the database knows only its hash. */
export interface SessionClaims {
  sub: string;
  sid: string;
}

/** How every service verifies: one algorithm, our issuer and audience, not expired. A key in the token is ignored. */
export const VERIFICATION = { algorithms: ['ES256' as const], issuer: ISSUER, audience: AUDIENCE };

/** 256 random bits, base64url. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a session secret, hex, as it is stored and looked up. */
export function hashSessionSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Only auth has the private key, so only auth can sign tokens. */
export function signSessionToken({ sub, sid }: SessionClaims, privateKey: string): string {
  const registered = { issuer: ISSUER, audience: AUDIENCE, expiresIn: SESSION_LIFETIME_SECONDS };
  return jwt.sign({ sub, sid }, privateKey, { algorithm: 'ES256', ...registered });
}

/** The values of all cookies of that name, each once. Other sites of the domain can set some, and browsers send them all. */
export function cookiesNamed(header: string | undefined, name: string): string[] {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return [...new Set(values)];
}

interface SessionCookies {
  /** SESSION_COOKIE_NAME. */
  name: string;
  /** Whether auth signed this token, and it has not expired. Asked only where there are several cookies. */
  isSigned: (token: string) => boolean;
}

/**
 * The session token of a Cookie header, for the gateway and the services alike. Of several cookies, it
 * ignores each that auth did not sign: another site of the domain set it. A single one is returned unverified.
 * @throws session_cookie_ambiguous when auth signed more than one: neither is trusted. Also when there are too many to verify.
 */
export function tokenFromCookies(header: string | undefined, { name, isSigned }: SessionCookies): string | null {
  const values = cookiesNamed(header, name);
  if (values.length <= 1) return values[0] || null;
  const signed = values.length <= COOKIES_AT_MOST ? values.filter(isSigned) : values;
  if (signed.length <= 1) return signed[0] ?? null;
  throw new DomainError(
    'session_cookie_ambiguous',
    `Your browser sent several session cookies: another site of this domain sets a cookie named ${name}. Delete that cookie, or have the operator set SESSION_COOKIE_NAME.`,
  );
}

/** Whether a verified payload has both claims as text. */
export function isSessionClaims(payload: unknown): payload is SessionClaims {
  const { sub, sid } = (payload ?? {}) as Partial<SessionClaims>;
  return typeof sub === 'string' && typeof sid === 'string';
}

/** The claims of a token that auth signed and that has not expired, else null. The session may still have ended. */
export function verifySessionToken(token: string, publicKey: string | KeyObject): SessionClaims | null {
  try {
    const payload: unknown = jwt.verify(token, publicKey, VERIFICATION);
    return isSessionClaims(payload) ? payload : null;
  } catch {
    return null;
  }
}
