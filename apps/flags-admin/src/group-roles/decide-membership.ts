import {
  type EnvironmentRoles,
  hasEnvironmentRoles,
  type MemberRoles,
  type Role,
  roleAtLeast,
  roleIn,
  standingIn,
} from '@burgee/contracts/wire';

export interface GroupedMember extends MemberRoles {
  fromGroups: boolean;
}

export interface Granted {
  role: Role;
  environment_roles: EnvironmentRoles;
}

const stronger = (one: Role, other: Role): Role => (roleAtLeast(one, other) ? one : other);

/** Of several groups, the strongest role counts: in the project, and in each environment. */
export function mergeRoles(roles: readonly MemberRoles[], environmentIds: readonly string[]): Granted | undefined {
  const [first, ...others] = roles;
  if (!first) return undefined;
  const role = others.reduce((most, one) => stronger(most, one.role), first.role);
  const inEnvironment = (id: string) =>
    roles.map((one) => roleIn(standingIn(one, id))).reduce((most, one) => stronger(most, one));
  const own = environmentIds.flatMap((id) => {
    const there = inEnvironment(id);
    return hasEnvironmentRoles(there) && there !== role ? [[id, there] as const] : [];
  });
  return { role, environment_roles: hasEnvironmentRoles(role) ? Object.fromEntries(own) : {} };
}

export type MembershipDecision = { act: 'none' | 'remove' | 'keep_owner' } | { act: 'add' | 'update'; roles: Granted };

const sameRoles = (one: MemberRoles, other: Granted) => {
  const entries = (roles: MemberRoles) => JSON.stringify(Object.entries(roles.environment_roles ?? {}).toSorted());
  return one.role === other.role && entries(one) === entries(other);
};

/**
 * What groups do to a membership: they touch only what came from groups. The last owner stays, as its own membership.
 * @param hasOtherOwner whether another owner can sign in
 */
export function decideMembership(
  member: GroupedMember | undefined,
  granted: Granted | undefined,
  hasOtherOwner: boolean,
): MembershipDecision {
  if (!member) return granted ? { act: 'add', roles: granted } : { act: 'none' };
  if (!member.fromGroups) return { act: 'none' };
  if (granted && sameRoles(member, granted)) return { act: 'none' };
  if (member.role === 'owner' && !hasOtherOwner) return { act: 'keep_owner' };
  return granted ? { act: 'update', roles: granted } : { act: 'remove' };
}
