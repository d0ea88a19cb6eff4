import { type EnvironmentRole, type EnvironmentRoles, ROLES, type Role } from '../wire/roles.js';
import { EnvironmentRolesField } from './environment-roles-field.js';
import { Email, Id, OneOf, PageSize, Text, Texts, Time } from './fields.js';

/** For the descriptions of fields. */
export const OTHER_ROLES = 'Of a viewer or editor, by environment id: the role there, where it differs.';

export class AddMemberRequest {
  @Email({ description: 'Who the invitation is for, registered or not.' }) email!: string;
  @OneOf(ROLES) role!: Role;
  @EnvironmentRolesField({ optional: true, description: OTHER_ROLES }) environment_roles?: Record<
    string,
    EnvironmentRole
  >;
}

export class RemoveMemberQuery {
  @OneOf(['true', 'false'], {
    optional: true,
    description:
      'true = every environment of the project gets a new SDK key and client key, and the old ones stop working immediately.',
  })
  rotate_sdk_keys?: 'true' | 'false';
}

export class UpdateMemberRequest {
  @OneOf(ROLES, { optional: true, description: 'Required without `environment_roles`.' }) role?: Role;
  @EnvironmentRolesField({
    optional: true,
    clears: true,
    description: `${OTHER_ROLES} Null takes one away; environments that are left out keep theirs.`,
  })
  environment_roles?: Record<string, EnvironmentRole | null>;
}

export class ListMembersQuery {
  @Text({ optional: true, max: 200, description: 'Part of the name or email, case-insensitive.' })
  search?: string;
  @OneOf(ROLES, { optional: true }) role?: Role;
  @PageSize({ most: 1000, otherwise: 'all' }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous page.' })
  cursor?: string;
}

export class MemberView {
  @Id() user_id!: string;
  @Text() name!: string;
  @Text() email!: string;
  @OneOf(ROLES) role!: Role;
  @EnvironmentRolesField({ description: OTHER_ROLES }) environment_roles!: EnvironmentRoles;
  @Time() created_at!: string;
  @Texts({ max: 200, optional: true, description: 'Where the membership came from groups of a provider: which.' })
  groups?: string[];
}
