import { ApiProperty } from '@nestjs/swagger';
import { ENVIRONMENT_ROLES, type EnvironmentRole, type Role, ROLES } from '../wire/roles.js';
import { SessionView } from './auth.js';
import { Flag, Id, Integer, OneOf, PageSize, Text, Time } from './fields.js';
import { TokenView } from './tokens.js';

const REGISTRATION_MODES = ['open', 'domain', 'invite', 'closed'] as const;
type RegistrationModeView = (typeof REGISTRATION_MODES)[number];

export class ListAccountsQuery {
  @Text({ optional: true, max: 200, description: 'Part of the name or email, case-insensitive.' })
  search?: string;
  @OneOf(['administrators', 'disabled'], { optional: true, description: 'Only these.' })
  only?: 'administrators' | 'disabled';
  @PageSize({ most: 200 }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous page.' })
  cursor?: string;
}

/** An account, as an administrator sees it. */
export class AccountView {
  @Id() id!: string;
  @Text() name!: string;
  @Text() email!: string;
  @Time() created_at!: string;
  @Time({ nullable: true, description: 'null if not since this is recorded.' }) last_sign_in_at!: string | null;
  @Text({ nullable: true, description: 'How: `password`, `link` or `provider`.' }) last_sign_in_by!: string | null;
  @Flag() is_administrator!: boolean;
  @Flag({ description: 'Whether `ADMINISTRATORS` of auth makes it administrator, which no page can take away.' })
  is_listed!: boolean;
  @Time({ nullable: true, description: 'null if it can sign in.' }) disabled_at!: string | null;
}

export class AccountWithSessions extends AccountView {
  @ApiProperty({ type: [SessionView], description: 'The 100 newest that are live.' }) sessions!: SessionView[];
  @ApiProperty({ type: [TokenView], description: 'Its personal API tokens.' }) tokens!: TokenView[];
}

export class LinkView {
  @Text({
    example: '/link/reset#bge_lnk_…',
    description: "Works once. Relative to the dashboard's address. Shown only once: just its hash is stored.",
  })
  link!: string;
  @Time() expires_at!: string;
}

export class UpdateRegistrationRequest {
  @OneOf(REGISTRATION_MODES, { description: 'Not more open than `REGISTRATION` of auth.' })
  mode!: RegistrationModeView;
}

export class RegistrationView {
  @OneOf(REGISTRATION_MODES, {
    description: 'Who may register now: anyone, addresses of `domains`, people with an invitation, no one.',
  })
  mode!: RegistrationModeView;
  @OneOf(REGISTRATION_MODES, { description: '`REGISTRATION` of auth, the most that a page can allow.' })
  setting!: RegistrationModeView;
  @ApiProperty({ type: [String], description: '`REGISTRATION_DOMAINS` of auth.' }) domains!: string[];
}

export class MailStateView {
  @Flag({ description: 'Whether `SMTP_URL` of auth is set.' }) is_on!: boolean;
  @Text({ nullable: true, description: 'The sender.' }) from!: string | null;
  @Integer({ min: 0, max: 1_000_000 }) waiting!: number;
  @Integer({ min: 0, max: 1_000_000, description: 'In the last seven days.' }) given_up!: number;
  @Text({ nullable: true, description: 'Of the latest mail that failed.' }) last_error!: string | null;
}

export class ListAdministeredProjectsQuery {
  @Text({ optional: true, max: 200, description: 'Part of the name, case-insensitive.' })
  search?: string;
  @PageSize({ most: 200 }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous page.' })
  cursor?: string;
}

export class ProjectOwnerView {
  @Id() user_id!: string;
  @Text() name!: string;
}

/** A project, as an administrator sees it who is no member: no flags. */
export class AdministeredProjectView {
  @Id() id!: string;
  @Text() name!: string;
  @Time() created_at!: string;
  @ApiProperty({ type: [ProjectOwnerView], description: 'Its owners who can sign in.' }) owners!: ProjectOwnerView[];
  @Integer({ min: 0, max: 1_000_000 }) members!: number;
  @Integer({ min: 0, max: 1_000_000 }) environments!: number;
  @Integer({ min: 0, max: 1_000_000 }) flags!: number;
}

export class RoleInEnvironmentView {
  @Text() name!: string;
  @OneOf(ENVIRONMENT_ROLES) role!: EnvironmentRole;
}

export class AccountProjectView {
  @Id() id!: string;
  @Text() name!: string;
  @OneOf(ROLES) role!: Role;
  @ApiProperty({ type: [RoleInEnvironmentView], description: 'The environments where its role differs.' })
  environments!: RoleInEnvironmentView[];
}
