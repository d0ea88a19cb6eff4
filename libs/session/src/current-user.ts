import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ActingToken, LimitedToken, MemberRoles, Provenance } from '@burgee/contracts/wire';
import type { AuthorizedRequest, MemberPolicy } from '@burgee/service-kit';
import type { FastifyRequest } from 'fastify';

/** A user's comment on a change. */
export interface ChangeNote {
  comment?: string;
  /** An owner's reason to bypass restrictions on changes. */
  bypassReason?: string;
}

export interface CurrentUser {
  id: string;
  name: string;
  email: string;
  /** Of a token, its id. */
  sessionId: string;
  /** What makes the request, if it is no session. A service token is its own account. */
  token?: ActingToken;
  /** Whether the account administers the installation. */
  isAdministrator?: boolean;
  /** Whether the account may do nothing before its address is proved. */
  mustVerifyEmail?: boolean;
  /** Whether its person has just signed in or given the password, in this session, by the clock of the database. */
  hasFreshProof?: boolean;
  /** Null when the route requires no role, or when the user is no member of the project. */
  membership: Membership | null;
  /** What acts, for whom, and from where. Left out: the account itself, by the API. */
  provenance?: Provenance;
  /** The limits of what it may change, and of which token. */
  limited?: LimitedToken;
  /** On the requested change. */
  note?: ChangeNote;
}

/** What the route requires of a member. */
export interface NeededRole {
  neededRole: MemberPolicy;
  /** The environment that the path names. The role in it counts. */
  environmentId?: string | undefined;
}

/**
 * The project of a request, and the user's roles in it if the guard looked them up. A change compares what the route
 * requires again, with the roles that it reads under a lock.
 */
export interface Membership extends MemberRoles, NeededRole {
  projectId: string;
}

export interface AuthenticatedRequest extends FastifyRequest, AuthorizedRequest {
  user: CurrentUser;
  /** Set by the guard before passport runs: the role that the route requires, to be looked up with the session. */
  neededRole?: MemberPolicy;
}

const callerOf = (context: ExecutionContext) => context.switchToHttp().getRequest<AuthenticatedRequest>().user;

/** The signed-in user of this request. */
export const User = createParamDecorator((_: unknown, context: ExecutionContext): CurrentUser => callerOf(context));

/** The project named by :id, :flagId or :envId. Only on routes that require a role. */
export const Member = createParamDecorator((_: unknown, context: ExecutionContext): Membership => {
  const { membership } = callerOf(context);
  if (!membership) throw new Error('This route requires no role, so there is no membership to read.');
  return membership;
});
