import { SetMetadata } from '@nestjs/common';
import type { Role } from '@burgee/contracts';

/**
 * Who may call a route. Nothing is open by accident: a route that says nothing is refused to everybody.
 * `session` = any signed-in user; a role = a member of the project named by :id or :flagId, of that role or above.
 */
export type Access = 'public' | 'sdk-key' | 'session' | Role;

export const ACCESS = 'burgee:access';

export const RequireAccess = (access: Access): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, access);

export const Public = (): ClassDecorator & MethodDecorator => RequireAccess('public');
