/** Member roles, weakest first: viewer reads; editor changes flags; admin environments, keys, members; owner deletes. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that a viewer or editor of a project can have in one environment instead. */
export const ENVIRONMENT_ROLES = ['viewer', 'editor'] as const;
export type EnvironmentRole = (typeof ENVIRONMENT_ROLES)[number];
/** By the id of the environment. In the others the role in the project counts. */
export type EnvironmentRoles = Readonly<Record<string, EnvironmentRole>>;

/** Whether `role` may do what `needed` may do. */
export function roleAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Whether members with this role can have another one in an environment. */
export const hasEnvironmentRoles = (role: Role): role is EnvironmentRole =>
  (ENVIRONMENT_ROLES as readonly Role[]).includes(role);

/** What members do, and the role that it takes: in the project, or in each environment that the act touches. */
export const ACTS = {
  read: { role: 'viewer', scope: 'project' },
  edit_flag: { role: 'editor', scope: 'project' },
  change_value: { role: 'editor', scope: 'environment' },
  approve_change: { role: 'editor', scope: 'environment' },
  read_keys: { role: 'editor', scope: 'environment' },
  manage_project: { role: 'admin', scope: 'project' },
  bypass_rules: { role: 'owner', scope: 'project' },
  own_project: { role: 'owner', scope: 'project' },
} as const satisfies Record<string, { role: Role; scope: 'project' | 'environment' }>;
export type Act = keyof typeof ACTS;

/** What an account has to act with. */
export interface Standing {
  /** The role in the project. */
  role: Role;
  /** The role in the environment of the act, if it has one of its own. */
  environmentRole?: EnvironmentRole | undefined;
}

/** The role that counts in the environment. */
export const roleIn = ({ role, environmentRole }: Standing): Role =>
  hasEnvironmentRoles(role) ? (environmentRole ?? role) : role;

export function may(standing: Standing, act: Act): boolean {
  const { role, scope } = ACTS[act];
  return roleAtLeast(scope === 'environment' ? roleIn(standing) : standing.role, role);
}

/** A member's roles, as the database has them. */
export interface MemberRoles {
  role: Role;
  environment_roles?: EnvironmentRoles | null | undefined;
}

/** What a member has in this environment. Paths may name it in capitals. */
export function standingIn({ role, environment_roles }: MemberRoles, environmentId: string): Standing {
  const [own, id] = [environment_roles ?? {}, environmentId.toLowerCase()];
  return { role, environmentRole: Object.hasOwn(own, id) ? own[id] : undefined };
}
