import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '@burgee/contracts/wire';

/**
 * Who may call a route. A route without a policy is refused to everyone, so none is open by accident. `session` = any
 * signed-in user; `administrator` = an administrator of the installation, `instance-owner` = also a user in
 * INSTANCE_OWNERS, and for all others the route does not exist; a role = a
 * member of the project named by :id or :flagId with at least that role.
 */
export type RoutePolicy = 'public' | 'sdk-key' | 'session' | 'instance-owner' | 'administrator' | Role;

export const ROUTE_POLICY = 'burgee:route-policy';
/** The OpenAPI field of an operation with its policy. */
export const POLICY_EXTENSION = 'x-policy';

export const RequirePolicy = (policy: RoutePolicy): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(ROUTE_POLICY, policy), ApiExtension(POLICY_EXTENSION, policy));
