import { type EnvironmentRole, type EnvironmentRoles, type Role, ROLES } from '../wire/roles.js';
import { EnvironmentRolesField } from './environment-roles-field.js';
import { Id, OneOf, Text } from './fields.js';
import { OTHER_ROLES } from './members.js';

export class GroupRoleRequest {
  @Text({ min: 1, max: 500, description: 'The provider, as it names itself.' }) issuer!: string;
  @Text({ min: 1, max: 200, description: 'As the provider names it.' }) group!: string;
  @OneOf(ROLES) role!: Role;
  @EnvironmentRolesField({ optional: true, description: OTHER_ROLES }) environment_roles?: Record<
    string,
    EnvironmentRole
  >;
}

/** A role that the people of a group have. */
export class GroupRoleView {
  @Id() id!: string;
  @Text() issuer!: string;
  @Text() group!: string;
  @OneOf(ROLES) role!: Role;
  @EnvironmentRolesField({ description: OTHER_ROLES }) environment_roles!: EnvironmentRoles;
}
