import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '@burgee/contracts/wire';

/**
 * A role = a member of the project named by :id, :flagId or :envId with at least that role, in the environment where the
 * path names one; `environment-editor` = a member, and the change checks for an editor in each environment that it
 * touches.
 */
export type MemberPolicy = Role | 'environment-editor';

/**
 * Who may call a route. A route without a policy is refused to everyone, so none is open by accident. `session` = any
 * signed-in user, `any-session` = also an account that must still prove its address; `administrator` = an administrator of the installation, `instance-owner` = also a user in
 * INSTANCE_OWNERS, and for all others the route does not exist.
 */
export type RoutePolicy =
  | 'public'
  | 'sdk-key'
  | 'session'
  | 'any-session'
  | 'instance-owner'
  | 'administrator'
  | MemberPolicy;

export const ROUTE_POLICY = 'burgee:route-policy';
/** The OpenAPI field of an operation with its policy. */
export const POLICY_EXTENSION = 'x-policy';

export const RequirePolicy = (policy: RoutePolicy): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(ROUTE_POLICY, policy), ApiExtension(POLICY_EXTENSION, policy));
