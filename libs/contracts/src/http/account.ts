import { ApiProperty } from '@nestjs/swagger';
import { type EnvironmentRoles, type Role, ROLES } from '../wire/roles.js';
import { AccountView } from './administration.js';
import { SessionView } from './auth.js';
import { EnvironmentRolesField } from './environment-roles-field.js';
import { Email, Flag, Id, Name, OneOf, Text, Time } from './fields.js';
import { OTHER_ROLES } from './members.js';
import { NoticeView } from './notices.js';
import { PreferencesView } from './preferences.js';
import { IdentityView } from './single-sign-on.js';
import { TokenView } from './tokens.js';

export class UpdateAccountRequest {
  @Name({ max: 100, example: 'Ada', optional: true }) name?: string;
  @Email({ optional: true, description: 'Counts when the link that is mailed to it is used.' }) email?: string;
  @Flag({ optional: true, description: 'false: what waits in the inbox is not mailed.' }) notice_mails?: boolean;
}

/** What auth stores of the signed-in account. */
export class AccountExport extends AccountView {
  @Flag({ description: 'Whether what waits in the inbox is mailed.' }) notice_mails!: boolean;
  @ApiProperty({ type: [SessionView], description: 'All that are live, newest first.' }) sessions!: SessionView[];
  @ApiProperty({ type: [TokenView], description: 'Your personal API tokens.' }) tokens!: TokenView[];
  @ApiProperty({ type: [IdentityView], description: 'Your linked providers.' }) identities!: IdentityView[];
}

export class MembershipExport extends PreferencesView {
  @Id() project_id!: string;
  @Text() project_name!: string;
  @OneOf(ROLES) role!: Role;
  @EnvironmentRolesField({ description: OTHER_ROLES }) environment_roles!: EnvironmentRoles;
  @Time({ description: 'When the membership began.' }) created_at!: string;
}

/** What flags-admin stores of the signed-in account. */
export class AccountInProjectsExport {
  @ApiProperty({ type: [MembershipExport] }) memberships!: MembershipExport[];
  @ApiProperty({ type: [NoticeView], description: 'Unread first.' }) notices!: NoticeView[];
}
