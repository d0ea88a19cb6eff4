import type { EnvironmentRoles, Role } from '../roles.js';

/** Row of `access_read.member_v1`, owned by flags-admin: who may see which project. */
export interface MemberRow {
  project_id: string;
  user_id: string;
  role: Role;
  environment_roles: EnvironmentRoles;
}

/** Row of `access_read.flag_v1`, owned by flags-admin: the project of an existing flag. */
export interface FlagProjectRow {
  flag_id: string;
  project_id: string;
}

/** Row of `access_read.project_v1`, owned by flags-admin. */
export interface ProjectNameRow {
  project_id: string;
  name: string;
}

/**
 * Row of `access_read.token_member_v1`, owned by flags-admin: the projects in which a live service token may act, and the roles
 * that its verbs take there.
 */
export interface TokenMemberRow {
  project_id: string;
  token_id: string;
  role: Role;
  environment_roles: EnvironmentRoles;
  created_at: Date;
}
