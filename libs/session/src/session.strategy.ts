import { createPublicKey } from 'node:crypto';
import { byAccount, CLIENT_HEADER } from '@burgee/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { AuthenticatedRequest, CurrentUser } from './current-user.js';
import { type ProjectReference, SessionQuery } from './session.query.js';
import { isSessionClaims, tokenFromCookies, VERIFICATION, verifySessionToken } from './token.js';

export const SESSION_SETTINGS = Symbol('session settings');

/** The settings of a service that verifies sessions. */
export interface SessionSettings {
  SESSION_PUBLIC_KEY: string;
  SESSION_COOKIE_NAME: string;
}

/** passport-jwt over the session cookie: the signature proves that auth issued it, the session row that it is live. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    @Inject(SESSION_SETTINGS) { SESSION_PUBLIC_KEY, SESSION_COOKIE_NAME: name }: SessionSettings,
    private readonly sessions: SessionQuery,
  ) {
    // Parsed once instead of on every request.
    const publicKey = createPublicKey(SESSION_PUBLIC_KEY);
    const isSigned = (token: string) => verifySessionToken(token, publicKey) !== null;
    super({
      jwtFromRequest: ({ headers }: AuthenticatedRequest) => tokenFromCookies(headers.cookie, { name, isSigned }),
      secretOrKey: publicKey,
      passReqToCallback: true,
      ...VERIFICATION,
    } as never);
  }

  async validate(request: AuthenticatedRequest, claims: unknown): Promise<CurrentUser | false> {
    if (!isSessionClaims(claims)) return false;
    const { neededRole, params } = request;
    const caller = neededRole
      ? await this.sessions.findWithRole(claims.sid, params as ProjectReference, neededRole)
      : await this.sessions.find(claims.sid);
    return caller?.id === claims.sub && { ...caller, provenance: byAccount(caller.id, request.headers[CLIENT_HEADER]) };
  }
}
