import { ROLES, type Role } from '../wire/roles.js';
import { Email, Id, OneOf, PageSize, Text, Time } from './fields.js';

export class AddMemberRequest {
  @Email({ description: 'Who the invitation is for, registered or not.' }) email!: string;
  @OneOf(ROLES) role!: Role;
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
  @OneOf(ROLES) role!: Role;
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
  @Time() created_at!: string;
}
