import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { ROLES, type Role } from '../wire/roles.js';
import { Flag, Id, Ids, Instant, Integer, Name, OneOf, OptionalBody, Text, Texts, Time } from './fields.js';
import { COMMENT } from './flags.js';
import { ENVIRONMENT_COLORS, type EnvironmentColor, MORE_ORIGINS_AT_MOST } from './limits.js';

/** A slug names an environment in its project, and a project. */
export const SLUG = {
  pattern: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
  says: 'must be at most 64 lowercase letters, digits and inner hyphens',
  max: 64,
};
const ORIGIN = {
  max: 2048,
  optional: true,
  nullable: true,
  format: 'uri',
  description:
    'The origin browsers call from, such as https://shop.example.com or capacitor://localhost; stored as its serialized origin.',
};
const MORE_ORIGINS = {
  max: 2048,
  maxItems: MORE_ORIGINS_AT_MOST,
  optional: true,
  description: 'Further origins, each exact. Replaces the existing ones.',
};

/** Of one change. */
export const APPROVALS_AT_MOST = 2;

export class CreateEnvironmentRequest {
  @Name({ max: 100, example: 'Staging' }) name!: string;
  @Text({ ...SLUG, optional: true, description: 'Default: derived from the name.' }) slug?: string;
  @Text({ max: 64, optional: true, description: 'An emoji or an icon name.' }) icon?: string;
  @Text(ORIGIN) url?: string | null;
  @Texts(MORE_ORIGINS) more_origins?: string[];
  @Flag({ optional: true, description: 'The dashboard asks for confirmation before each change.' })
  protected?: boolean;
  @OneOf(ENVIRONMENT_COLORS, {
    optional: true,
    description: 'Default: a color that the project does not use yet; red for a protected environment.',
  })
  color?: EnvironmentColor;
}

export class AddEnvironmentRequest extends CreateEnvironmentRequest {
  @Id({
    optional: true,
    description: 'An environment of the project: flags in use start with its values. Default: every flag starts off.',
  })
  copy_values_from?: string;
}

export class UpdateEnvironmentRequest {
  @Name({ max: 100, optional: true }) name?: string;
  @Text({ ...SLUG, optional: true }) slug?: string;
  @Text({ max: 64, optional: true }) icon?: string;
  @Text(ORIGIN) url?: string | null;
  @Texts(MORE_ORIGINS) more_origins?: string[];
  @Flag({ optional: true }) protected?: boolean;
  @OneOf(ENVIRONMENT_COLORS, { optional: true }) color?: EnvironmentColor;
  @Instant({
    optional: true,
    nullable: true,
    description: 'Until then, changes are refused with 423. Null ends the freeze; only owners can end or shorten it.',
  })
  frozen_until?: string | null;
  @Text({ max: 200, optional: true, nullable: true, description: 'Shown to everyone who tries to change something.' })
  freeze_reason?: string | null;
  @Flag({
    optional: true,
    description: 'true = changes without a comment are refused with 400; only owners can turn it off.',
  })
  comment_required?: boolean;
  @Integer({
    min: 0,
    max: APPROVALS_AT_MOST,
    optional: true,
    description: 'How many other people must approve a change; only owners can lower it.',
  })
  approvals?: number;
  @Text(COMMENT) comment?: string;
}

export class CreateProjectRequest {
  @Name({ max: 100, example: 'Shop' }) name!: string;
  @Text({ ...SLUG, optional: true, description: 'Default: derived from the name.' }) slug?: string;
  @Text({ max: 2000, optional: true, nullable: true }) description?: string | null;
  @ApiProperty({
    type: [CreateEnvironmentRequest],
    required: false,
    minItems: 1,
    maxItems: 20,
    description: 'Default: Development, Production.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => CreateEnvironmentRequest)
  environments?: CreateEnvironmentRequest[];
}

export class UpdateProjectRequest {
  @Name({ max: 100, optional: true }) name?: string;
  @Text({ ...SLUG, optional: true }) slug?: string;
  @Text({ max: 2000, optional: true, nullable: true }) description?: string | null;
  @Ids({
    optional: true,
    maxItems: 1_000,
    description: 'All environments of the project, in display order.',
  })
  environment_order?: string[];
}

export class EnvironmentView {
  @Id() id!: string;
  @Id() project_id!: string;
  @Text() name!: string;
  @Text() slug!: string;
  @Text() icon!: string;
  @Text({ nullable: true, description: 'The origin registered for browser CORS.' }) url!: string | null;
  @Texts({ max: 2048, maxItems: MORE_ORIGINS_AT_MOST, description: 'Further origins registered for browser CORS.' })
  more_origins!: string[];
  @Flag() protected!: boolean;
  @OneOf(ENVIRONMENT_COLORS) color!: EnvironmentColor;
  @Time({ nullable: true, description: 'Flags cannot change until then; null if not frozen.' })
  frozen_until!: string | null;
  @Text({ nullable: true }) freeze_reason!: string | null;
  @Flag({ description: 'Whether changes need a comment.' }) comment_required!: boolean;
  @Integer({ min: 0, max: APPROVALS_AT_MOST, description: 'How many other people must approve a change.' })
  approvals!: number;
  @Integer({
    min: 0,
    max: 1_000_000,
    description: 'Display order, smallest first; PATCH the project to change it.',
  })
  order!: number;
  @OneOf(ROLES, { description: 'Your role in the environment.' }) role!: Role;
  @Text({ optional: true, description: 'Only for editors of the environment and above; not in the list of projects.' })
  sdk_key?: string;
  @Time({ nullable: true, description: 'When the previous SDK key stops working; null if no previous one works.' })
  previous_key_expires_at!: string | null;
  @Text({
    optional: true,
    description: 'Safe in pages and apps: it gives no access to rules. Shown to the same people as the SDK key.',
  })
  client_key?: string;
  @Time({ nullable: true, description: 'When the previous client key stops working; null if no previous one works.' })
  previous_client_key_expires_at!: string | null;
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Increases by one with every change.' })
  revision!: number;
  @Text({ description: 'Epoch and revision, in the format of Burgee-Min-Position.', example: '3f9a1c07b2d4-41' })
  position!: string;
  @Time() created_at!: string;
}

export class ProjectView {
  @Id() id!: string;
  @Text() name!: string;
  @Text() slug!: string;
  @Text({ nullable: true }) description!: string | null;
  @OneOf(ROLES, { description: 'Your role in the project.' }) role!: Role;
  @Time() created_at!: string;
  @ApiProperty({ type: [EnvironmentView] }) environments!: EnvironmentView[];
  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'How many schedules are in review or paused; left out if none, and in lists of projects.',
  })
  waiting_schedules?: number;
}

@OptionalBody()
export class RotateKeyRequest {
  @Integer({
    min: 0,
    max: 604800,
    optional: true,
    description:
      'Seconds that the old key keeps working; 0 = it stops immediately. Up to five keys work at a time: a rotation ends the oldest.',
  })
  grace_seconds?: number;
}

export class RotatedSdkKey {
  @Text({ example: 'bge_sdk_…' }) sdk_key!: string;
  @Time({ nullable: true, description: 'When the old key stops working; null if it already has.' })
  previous_key_expires_at!: string | null;
}

export class RotatedClientKey {
  @Text({ example: 'bge_pub_…' }) client_key!: string;
  @Time({ nullable: true, description: 'When the old key stops working; null if it already has.' })
  previous_key_expires_at!: string | null;
}
