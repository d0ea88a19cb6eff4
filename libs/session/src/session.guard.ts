import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { DomainError, type Role, ROLES, roleAtLeast } from '@burgee/contracts';
import { ACCESS, type Access, notFound } from '@burgee/service-kit';
import type { AuthenticatedRequest, Caller } from './current-user.js';

const isRole = (access: Access): access is Role => (ROLES as readonly string[]).includes(access);

/** What stands between a caller and a route that asks for a role: a stranger learns nothing, a member learns why not. */
export function refusal(caller: Caller, needed: Role): DomainError | undefined {
  if (!caller.membership) return notFound();
  if (roleAtLeast(caller.membership.role, needed)) return undefined;
  return new DomainError('role_too_low', `This needs the role ${needed}; yours is ${caller.membership.role}.`);
}

/** Guards every route of a service, by what the route says of itself; one that says nothing is closed to all. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    request.needsMembership = access !== undefined && isRole(access);
    await super.canActivate(context);
    if (access === 'session') return true;
    if (!access || !isRole(access)) throw new DomainError('role_too_low', 'This address is closed.');
    const refused = refusal(request.user, access);
    if (refused) throw refused;
    return true;
  }

  /** A failed look-up is not a refused session: it must reach the caller as 503, or browsers would sign out. */
  override handleRequest<T>(error: unknown, caller: T | false): T {
    if (error) throw error;
    if (!caller)
      throw new DomainError('unauthenticated', 'Sign in first: the session cookie is missing, expired or signed out.');
    return caller;
  }
}
