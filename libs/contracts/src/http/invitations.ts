import { ApiProperty } from '@nestjs/swagger';
import { ENVIRONMENT_ROLES, type EnvironmentRole, type EnvironmentRoles, ROLES, type Role } from '../wire/roles.js';
import { EnvironmentRolesField } from './environment-roles-field.js';
import { Email, Id, Integer, OneOf, OptionalBody, Text, Time } from './fields.js';
import { OTHER_ROLES } from './members.js';

const DAY_SECONDS = 86_400;
const EXPIRES_IN = { min: 60, max: 30 * DAY_SECONDS, optional: true };

/** The default lifetime of an invitation. */
export const INVITATION_SECONDS = 7 * DAY_SECONDS;

export class CreateInvitationRequest {
  @Email({
    optional: true,
    description: 'Who the invitation is for. It grants nothing. Where mail is on, a link is mailed to it.',
  })
  email?: string;
  @OneOf(ROLES, { description: 'Not higher than your own.' }) role!: Role;
  @EnvironmentRolesField({ optional: true, description: OTHER_ROLES }) environment_roles?: Record<
    string,
    EnvironmentRole
  >;
  @Integer({ ...EXPIRES_IN, description: 'Seconds until the link stops working; default 7 days.' })
  expires_in?: number;
}

@OptionalBody()
export class RenewInvitationRequest {
  @Integer({ ...EXPIRES_IN, description: 'Seconds until the new link stops working; default 7 days.' })
  expires_in?: number;
}

/** An invitation that is neither accepted nor declined. */
export class InvitationView {
  @Id() id!: string;
  @Text({ nullable: true }) email!: string | null;
  @OneOf(ROLES) role!: Role;
  @EnvironmentRolesField({ description: OTHER_ROLES }) environment_roles!: EnvironmentRoles;
  @Text({ description: 'The name of the person who created the link.' }) invited_by!: string;
  @Time() created_at!: string;
  @Time() expires_at!: string;
}

export class InvitationWithLink extends InvitationView {
  @Text({
    example: '/invitation#bge_inv_…',
    description: "Works once. Relative to the dashboard's address. Shown only once: just its hash is stored.",
  })
  link!: string;
}

/** The token of an invitation link. It goes in the body, so that access logs do not record it. */
export class InvitationTokenRequest {
  @Text({ min: 1, max: 200, example: 'bge_inv_…', description: 'The part after # in the link.' }) token!: string;
}

/** A role in one environment. */
export class InvitedEnvironment {
  @Text() name!: string;
  @OneOf(ENVIRONMENT_ROLES) role!: EnvironmentRole;
}

/** An invitation, as a client with its link sees it. */
export class OpenInvitationView {
  @Text() project_name!: string;
  @OneOf(ROLES) role!: Role;
  @ApiProperty({ type: [InvitedEnvironment], description: 'Where the role differs.' })
  environments!: InvitedEnvironment[];
  @Text({ description: 'The name of the person who created the link.' }) invited_by!: string;
  @Time() expires_at!: string;
}

export class AcceptedInvitation {
  @Id() project_id!: string;
  @OneOf(ROLES) role!: Role;
  @Text({ example: 'You are a member now' }) message!: string;
}
