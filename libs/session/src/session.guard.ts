import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { DomainError, type Role, roleAtLeast, ROLES } from '@burgee/contracts/wire';
import { noRoute, ROUTE_POLICY, type RoutePolicy, notFound } from '@burgee/service-kit';
import type { AuthenticatedRequest, CurrentUser } from './current-user.js';

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

type Administrating = Pick<CurrentUser, 'id' | 'isAdministrator'>;

/**
 * Refuses all other accounts as if the route did not exist. Administrators may do what instance owners may.
 * @param owners ids that INSTANCE_OWNERS lists; none where only administrators may
 * @throws route_not_found
 */
export function assertAdministrator({ id, isAdministrator }: Administrating, owners?: ReadonlySet<string>): void {
  if (!isAdministrator && !owners?.has(id)) throw noRoute();
}

/** For what a stolen session must not do. @throws fresh_proof_required */
export function assertFreshProof({ hasFreshProof }: Pick<CurrentUser, 'hasFreshProof'>): void {
  if (!hasFreshProof)
    throw new DomainError(
      'fresh_proof_required',
      'You signed in more than 10 minutes ago. Give your password again (POST /api/auth/proof), then repeat this.',
    );
}

/** @param caller falsy for nobody @throws unauthenticated */
export function assertSignedIn<T>(caller: T | false): asserts caller is T {
  if (!caller)
    throw new DomainError(
      'unauthenticated',
      'You are not signed in, or your session has ended. Sign in, then try again.',
    );
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
    if (policy === 'instance-owner') return assertAdministrator(user, this.instanceOwners);
    if (policy === 'administrator') return assertAdministrator(user);
    if (!policy || !isRole(policy)) throw new DomainError('role_too_low', 'This route is closed.');
    assertRole(user.membership?.role, policy);
  }

  /** A failed look-up is not a refused session: the client must get a 503, or browsers would sign out. */
  override handleRequest<T>(error: unknown, caller: T | false): T {
    if (error) throw error;
    assertSignedIn(caller);
    return caller;
  }
}
