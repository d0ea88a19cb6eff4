import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import {
  type Act,
  apiTokenIn,
  DomainError,
  may,
  type MemberRoles,
  type Role,
  roleIn,
  standingIn,
} from '@burgee/contracts/wire';
import { type MemberPolicy, noRoute, ROUTE_POLICY, type RoutePolicy, notFound } from '@burgee/service-kit';
import type { AuthenticatedRequest, CurrentUser, NeededRole } from './current-user.js';
import { SessionQuery } from './session.query.js';
import { TokenCallers } from './token-callers.js';

/** The ids of the accounts that may see the state of the instance. */
export const INSTANCE_OWNERS = Symbol('instance owners');

/** What a member must be allowed to do. */
const ACT_OF: Record<Role, Act> = {
  viewer: 'read',
  editor: 'edit_flag',
  admin: 'manage_project',
  owner: 'own_project',
};

const isOfMembers = (policy: RoutePolicy): policy is MemberPolicy =>
  policy in ACT_OF || policy === 'environment-editor';

/** Whether roles suffice for what a route requires. */
export function isAdmitted(member: MemberRoles, { neededRole, environmentId }: NeededRole): boolean {
  // Its transaction knows the environment, and names it where it refuses.
  if (neededRole === 'environment-editor') return true;
  if (neededRole === 'editor' && environmentId !== undefined)
    return may(standingIn(member, environmentId), 'change_value');
  return may(member, ACT_OF[neededRole]);
}

/**
 * Refuses an account whose role is too low: a non-member learns nothing, a member learns the reason.
 * @param member undefined for a non-member
 * @param environmentName for the reason
 * @throws not_found, role_too_low
 */
export function assertAdmitted(member: MemberRoles | undefined, needed: NeededRole, environmentName?: string): void {
  if (!member) throw notFound();
  if (isAdmitted(member, needed)) return;
  const { neededRole: role, environmentId } = needed;
  const isInEnvironment = role === 'editor' && environmentId !== undefined;
  const yours = isInEnvironment ? roleIn(standingIn(member, environmentId)) : member.role;
  const where = isInEnvironment ? ` in ${environmentName ?? 'this environment'}` : '';
  throw new DomainError(
    'role_too_low',
    `This requires the ${role} role${where}; yours is ${yours}. Ask an admin or owner.`,
  );
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
      'You signed in more than 10 minutes ago. Give your password again (POST /api/auth/proof), or confirm at your provider, then repeat this.',
    );
}

/** @throws address_not_verified */
function assertVerified({ mustVerifyEmail }: CurrentUser): void {
  if (mustVerifyEmail)
    throw new DomainError(
      'address_not_verified',
      'Open the link that was mailed to your address, or have another one sent (POST /api/auth/verification).',
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
    private readonly sessions: SessionQuery,
    private readonly tokens: TokenCallers,
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
    request.neededRole = policy !== undefined && isOfMembers(policy) ? policy : undefined;
    const token = apiTokenIn(request.headers);
    request.reauthorize = async () => {
      if (token === undefined) await super.canActivate(context);
      else request.user = await this.tokens.identify(request, policy, token);
      await this.assertPermitted(request, policy);
    };
    await request.reauthorize();
    return true;
  }

  private async assertPermitted({ user }: AuthenticatedRequest, policy: RoutePolicy | undefined): Promise<void> {
    if (policy === 'any-session') return;
    assertVerified(user);
    if (policy === 'session') return;
    if (policy === 'instance-owner') return assertAdministrator(user, this.instanceOwners);
    if (policy === 'administrator') return assertAdministrator(user);
    if (!policy || !isOfMembers(policy)) throw new DomainError('role_too_low', 'This route is closed.');
    const { membership } = user;
    if (!membership) throw notFound();
    if (isAdmitted(membership, membership)) return;
    const { projectId, environmentId } = membership;
    const name = environmentId && (await this.sessions.environmentName(projectId, environmentId));
    assertAdmitted(membership, membership, name);
  }

  /** A failed look-up is not a refused session: the client must get a 503, or browsers would sign out. */
  override handleRequest<T>(error: unknown, caller: T | false): T {
    if (error) throw error;
    assertSignedIn(caller);
    return caller;
  }
}
