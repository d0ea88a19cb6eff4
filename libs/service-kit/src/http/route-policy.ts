import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '@burgee/contracts/wire';

/**
 * Who may call a route. Nothing is open by accident: a route without a policy is refused to everybody.
 * `session` = any signed-in user; `instance-owner` = who INSTANCE_OWNERS names, to all others the route does not exist; a role = a member of the project named by :id or :flagId, of that role or above.
 */
export type RoutePolicy = 'public' | 'sdk-key' | 'session' | 'instance-owner' | Role;

export const ROUTE_POLICY = 'burgee:route-policy';
/** The member of an operation in OpenAPI that holds its policy. */
export const POLICY_EXTENSION = 'x-policy';

export const RequirePolicy = (policy: RoutePolicy): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(ROUTE_POLICY, policy), ApiExtension(POLICY_EXTENSION, policy));
