import { createHash, randomBytes } from 'node:crypto';
import { SESSION_COOKIE, SESSION_LIFETIME_SECONDS } from '@burgee/contracts/wire';
import jwt from 'jsonwebtoken';

const ISSUER = 'burgee-auth';
const AUDIENCE = 'burgee';

/** Payload of the JWT in cookie `token`. `sid` is the session's secret; the database knows only its hash. */
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

/**
 * The session token of a Cookie header. Two cookies of that name mean that another page or subdomain planted one;
 * neither is trusted.
 */
export function tokenFromCookies(header: string | undefined): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
  return values.length === 1 && values[0] ? values[0] : null;
}

/** Whether a verified payload has both claims as text. */
export function isSessionClaims(payload: unknown): payload is SessionClaims {
  const { sub, sid } = (payload ?? {}) as Partial<SessionClaims>;
  return typeof sub === 'string' && typeof sid === 'string';
}

/** The claims of a token that auth signed and that has not expired, else null. The session may still have ended. */
export function verifySessionToken(token: string, publicKey: string): SessionClaims | null {
  try {
    const payload: unknown = jwt.verify(token, publicKey, VERIFICATION);
    return isSessionClaims(payload) ? payload : null;
  } catch {
    return null;
  }
}
