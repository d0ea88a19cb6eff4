import { createHash, randomBytes } from 'node:crypto';
import { SESSION_COOKIE, SESSION_LIFETIME_SECONDS } from '@burgee/contracts';
import jwt from 'jsonwebtoken';

const ISSUER = 'burgee-auth';
const AUDIENCE = 'burgee';

/** Payload of the JWT in cookie `token`. `sid` is the session's secret; the database knows only its hash. */
export interface SessionClaims {
  sub: string;
  sid: string;
}

/** How every service verifies: one algorithm, our issuer, our audience, not expired. No key is ever taken from the token. */
export const VERIFICATION = { algorithms: ['ES256' as const], issuer: ISSUER, audience: AUDIENCE };

/** 256 random bits, base64url. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored and looked up of a session secret: SHA-256, hex. */
export function hashSessionSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Only auth holds the private key, so only auth can mint. */
export function signSessionToken({ sub, sid }: SessionClaims, privateKey: string): string {
  const registered = { issuer: ISSUER, audience: AUDIENCE, expiresIn: SESSION_LIFETIME_SECONDS };
  return jwt.sign({ sub, sid }, privateKey, { algorithm: 'ES256', ...registered });
}

/**
 * The session token of a Cookie header. Two cookies of that name mean that someone else's page or subdomain
 * planted one; neither is believed.
 */
export function tokenFromCookies(header: string | undefined): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
  return values.length === 1 && values[0] ? values[0] : null;
}

/** Whether a verified payload is one of ours: both claims there, both text. */
export function isSessionClaims(payload: unknown): payload is SessionClaims {
  const { sub, sid } = (payload ?? {}) as Partial<SessionClaims>;
  return typeof sub === 'string' && typeof sid === 'string';
}

/** The claims of a token that auth signed and that has not expired, else null. Whether the session holds is another question. */
export function verifySessionToken(token: string, publicKey: string): SessionClaims | null {
  try {
    const payload: unknown = jwt.verify(token, publicKey, VERIFICATION);
    return isSessionClaims(payload) ? payload : null;
  } catch {
    return null;
  }
}
