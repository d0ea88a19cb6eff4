import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { DomainError, type Role, roleAtLeast, ROLES } from '@burgee/contracts/wire';
import { noRoute, ROUTE_POLICY, type RoutePolicy, notFound } from '@burgee/service-kit';
import type { AuthenticatedRequest } from './current-user.js';

/** The ids of the accounts that may see the state of the instance. */
export const INSTANCE_OWNERS = Symbol('instance owners');

const isRole = (policy: RoutePolicy): policy is Role => (ROLES as readonly string[]).includes(policy);

/**
 * Refuses an account whose role is too low: a non-member learns nothing, a member learns the reason.
 * @param role undefined for a non-member
 * @throws not_found, role_too_low
 */
export function assertRole(role: Role | undefined, needed: Role): void {
  if (!role) throw notFound();
  if (!roleAtLeast(role, needed))
    throw new DomainError('role_too_low', `This requires the ${needed} role; yours is ${role}. Ask an admin or owner.`);
}

/**
 * Refuses all other accounts as if the route did not exist.
 * @throws route_not_found
 */
export function assertInstanceOwner(userId: string, owners: ReadonlySet<string>): void {
  if (!owners.has(userId)) throw noRoute();
}

/** Guards every route of a service by its route policy; a route without one is refused to everyone. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  constructor(
    private readonly reflector: Reflector,
    @Inject(INSTANCE_OWNERS) private readonly instanceOwners: ReadonlySet<string>,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const policy = this.reflector.getAllAndOverride<RoutePolicy | undefined>(ROUTE_POLICY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (policy === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    request.neededRole = policy !== undefined && isRole(policy) ? policy : undefined;
    request.reauthorize = async () => {
      await super.canActivate(context);
      this.assertPermitted(request, policy);
    };
    await request.reauthorize();
    return true;
  }

  private assertPermitted({ user }: AuthenticatedRequest, policy: RoutePolicy | undefined): void {
    if (policy === 'session') return;
    if (policy === 'instance-owner') return assertInstanceOwner(user.id, this.instanceOwners);
    if (!policy || !isRole(policy)) throw new DomainError('role_too_low', 'This route is closed.');
    assertRole(user.membership?.role, policy);
  }

  /** A failed look-up is not a refused session: the client must get a 503, or browsers would sign out. */
  override handleRequest<T>(error: unknown, caller: T | false): T {
    if (error) throw error;
    if (!caller)
      throw new DomainError(
        'unauthenticated',
        'You are not signed in, or your session has ended. Sign in, then try again.',
      );
    return caller;
  }
}
