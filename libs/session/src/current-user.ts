import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Role } from '@burgee/contracts';
import type { FastifyRequest } from 'fastify';

export interface CurrentUser {
  id: string;
  name: string;
  email: string;
  sessionId: string;
}

/** The project a request is about and the caller's role in it, when the route asked for a role. */
export interface Membership {
  projectId: string;
  role: Role;
}

export interface Caller extends CurrentUser {
  membership: Membership | null;
}

export interface AuthenticatedRequest extends FastifyRequest {
  user: Caller;
  /** Set by the guard before passport runs: whether the caller's role in a project has to be looked up too. */
  needsMembership?: boolean;
}

const callerOf = (context: ExecutionContext) => context.switchToHttp().getRequest<AuthenticatedRequest>().user;

/** The signed-in user of this request. */
export const User = createParamDecorator((_: unknown, context: ExecutionContext): CurrentUser => callerOf(context));

/** The project named by :id or :flagId. Only on routes that require a role. */
export const Member = createParamDecorator((_: unknown, context: ExecutionContext): Membership => {
  const { membership } = callerOf(context);
  if (!membership) throw new Error('This route requires no role, so there is no membership to read.');
  return membership;
});
