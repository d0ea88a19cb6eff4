import { createPublicKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { AuthenticatedRequest, CurrentUser } from './current-user.js';
import { type ProjectReference, SessionQuery } from './session.query.js';
import { isSessionClaims, tokenFromCookies, VERIFICATION } from './token.js';

export const SESSION_PUBLIC_KEY = Symbol('session public key');

/** passport-jwt over cookie `token`: the signature proves that auth issued it, the session row that it is live. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    @Inject(SESSION_PUBLIC_KEY) publicKey: string,
    private readonly sessions: SessionQuery,
  ) {
    super({
      jwtFromRequest: (request: AuthenticatedRequest) => tokenFromCookies(request.headers.cookie),
      // Parsed once instead of on every request.
      secretOrKey: createPublicKey(publicKey),
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
    return caller?.id === claims.sub && caller;
  }
}
