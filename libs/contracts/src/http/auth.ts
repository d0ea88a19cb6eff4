import { ApiProperty } from '@nestjs/swagger';
import { Email, Flag, Id, Name, OneOf, PageSize, Password, Text, Time } from './fields.js';

export class RegisterRequest {
  @Name({ max: 100, example: 'Ada' }) name!: string;
  @Email({ example: 'ada@example.com' }) email!: string;
  @Password({ min: 8, description: 'At least 8 characters, at most 1,024 bytes.' }) password!: string;
  @Password({ description: 'The same password again.' }) confirmPassword!: string;
  @Text({ max: 200, optional: true, description: 'Invitation token, if registration requires one.' })
  invitation?: string;
  @Text({ max: 200, optional: true, description: 'The part after # of a setup link: makes the account administrator.' })
  setup?: string;
}

/** The token goes in the body, so that access logs do not record it. */
export class LinkTokenRequest {
  @Text({ min: 1, max: 200, example: 'bge_lnk_…', description: 'The part after # in the link.' }) token!: string;
}

export class LookUpLinkRequest extends LinkTokenRequest {
  @OneOf(['setup', 'reset', 'sign-in']) kind!: 'setup' | 'reset' | 'sign-in';
}

export class ResetPasswordRequest extends LinkTokenRequest {
  @Password({ min: 8, description: 'At least 8 characters, at most 1,024 bytes.' }) new_password!: string;
}

export class ForgotPasswordRequest {
  @Email({ example: 'ada@example.com' }) email!: string;
}

export class ProofRequest {
  @Password() password!: string;
}

export class LoginRequest {
  @Email({ strict: false }) email!: string;
  @Password() password!: string;
}

export class ChangePasswordRequest {
  @Password() current_password!: string;
  @Password({ min: 8 }) new_password!: string;
}

export class SignedIn {
  @Text() name!: string;
  @Text() email!: string;
  @Text({ example: 'Login successful' }) message!: string;
}

export class Message {
  @Text() message!: string;
}

const EMAIL_VERIFICATION = ['done', 'required', 'open'] as const;

export class CurrentUserView {
  @Id() id!: string;
  @Text() name!: string;
  @Text() email!: string;
  @OneOf(EMAIL_VERIFICATION, {
    optional: true,
    description:
      'Whether the address is proved. `required`: most routes answer 403 until it is. Left out where no mail is sent.',
  })
  email_verification?: (typeof EMAIL_VERIFICATION)[number];
  @Flag({
    optional: true,
    description:
      'Whether what waits in the inbox is also mailed, once the address is proved. Left out where no mail is sent.',
  })
  notice_mails?: boolean;
  @Flag({
    optional: true,
    description:
      'true if the account can see the state of the instance: administrators, and those in `INSTANCE_OWNERS`.',
  })
  is_instance_owner?: boolean;
  @Flag({ optional: true, description: 'true if the account is an administrator of the installation.' })
  is_administrator?: boolean;
}

export class ListSessionsQuery {
  @PageSize({ most: 200 }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous page.' })
  cursor?: string;
}

export class SessionView {
  @Id() id!: string;
  @Time() created_at!: string;
  @Time() expires_at!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The User-Agent that signed in.' })
  user_agent!: string | null;
  @Flag({ description: 'Whether this request uses the session.' }) current!: boolean;
}
