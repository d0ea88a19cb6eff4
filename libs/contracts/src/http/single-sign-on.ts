import { ApiProperty } from '@nestjs/swagger';
import { Message } from './auth.js';
import { Flag, Id, OptionalBody, Text, Texts, Time } from './fields.js';

export class ProviderView {
  @Text({ description: 'The number in its settings.' }) id!: string;
  @Text({ description: 'What the sign-in page calls it.' }) name!: string;
  @Text({ description: 'As groups name it.' }) issuer!: string;
}

export class SignInMethodsView {
  @Flag({ description: 'Whether email and password sign in.' }) password!: boolean;
  @ApiProperty({ type: [ProviderView] }) providers!: ProviderView[];
  @Flag({ description: 'Whether this installation sends mail.' }) mail!: boolean;
}

export class StartSignInQuery {
  @Text({ optional: true, max: 2000, description: 'The path of the page to show afterwards.' }) back?: string;
}

@OptionalBody()
export class StartSignInRequest extends StartSignInQuery {
  @Text({ optional: true, max: 200, description: 'The token of an invitation, which may make the account.' })
  invitation?: string;
}

@OptionalBody()
export class ProveAtProviderRequest {
  @Text({ optional: true, max: 2000, description: 'The path of the page to show afterwards.' }) back?: string;
}

export class LogoutTokenRequest {
  @Text({ min: 1, max: 16_384, description: 'A JWT that the provider signed.' }) logout_token!: string;
}

export class LocationView {
  @Text({ description: 'Where the browser goes.' }) location!: string;
}

export class SignedOut extends Message {
  @Text({ optional: true, description: 'Where the browser ends the session at the provider that it came from.' })
  location?: string;
}

export class IdentityView {
  @Id() id!: string;
  @Text({ description: 'The provider, as it names itself.' }) issuer!: string;
  @Text({ nullable: true, description: 'The address there, at the last sign-in.' }) email!: string | null;
  @Time() created_at!: string;
  @Time({ nullable: true, description: 'null if not by this.' }) last_sign_in_at!: string | null;
}

export class IdentitiesView {
  @Flag() has_password!: boolean;
  @ApiProperty({ type: [IdentityView], description: 'The oldest first.' }) identities!: IdentityView[];
}

export class TriedProviderView {
  @Text({ nullable: true }) email!: string | null;
  @Flag({ description: 'Whether the provider says that the address is verified.' }) is_verified!: boolean;
  @Texts({ max: 200, nullable: true, description: 'null if the claim is missing or incomplete.' })
  groups!: string[] | null;
}

export class ConfiguredProviderView extends ProviderView {
  @Text() client_id!: string;
  @Texts({ max: 253, description: 'Whose verified addresses count as proven.' }) domains!: string[];
  @Text() groups_claim!: string;
  @Text({ description: 'To enter at the provider.' }) redirect_uri!: string;
  @Text({ description: 'To enter at the provider, for logout by the back channel.' }) logout_uri!: string;
  @Flag({ description: 'Whether it answers now, as this provider.' }) answers!: boolean;
  @Text({ nullable: true, description: 'Why it does not answer, or why the last try of this session failed.' })
  failure!: string | null;
  @ApiProperty({ type: TriedProviderView, nullable: true, description: 'What the last try of this session told.' })
  tried!: TriedProviderView | null;
}

export class ProvidersView {
  @Flag({ description: 'Whether email and password sign in.' }) password!: boolean;
  @ApiProperty({ type: [ConfiguredProviderView] }) providers!: ConfiguredProviderView[];
}
