import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { ROLES, type Role } from '../roles.js';
import { Email, Flag, Id, Integer, OneOf, Text, Time } from './fields.js';

const SLUG = {
  pattern: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
  says: 'must be lower-case letters, digits and inner hyphens, at most 64 characters',
  max: 64,
};
const URL_HINT = 'The origin browsers call from, such as https://shop.example.com; stored as its serialised origin.';

export class CreateEnvironmentRequest {
  @Text({ min: 1, max: 100, example: 'Staging' }) name!: string;
  @Text({ ...SLUG, optional: true, description: 'Made from the name when left out.' }) slug?: string;
  @Text({ max: 32, optional: true, description: 'An emoji or an icon name.' }) icon?: string;
  @Text({ max: 2048, optional: true, nullable: true, description: URL_HINT }) url?: string | null;
  @Flag({ optional: true, description: 'Changes here ask for a confirmation in the dashboard.' }) protected?: boolean;
}

export class UpdateEnvironmentRequest {
  @Text({ min: 1, max: 100, optional: true }) name?: string;
  @Text({ ...SLUG, optional: true }) slug?: string;
  @Text({ max: 32, optional: true }) icon?: string;
  @Text({ max: 2048, optional: true, nullable: true, description: URL_HINT }) url?: string | null;
  @Flag({ optional: true }) protected?: boolean;
}

export class CreateProjectRequest {
  @Text({ min: 1, max: 100, example: 'Shop' }) name!: string;
  @Text({ ...SLUG, optional: true, description: 'Made from the name when left out.' }) slug?: string;
  @Text({ max: 2000, optional: true, nullable: true }) description?: string | null;
  @ApiProperty({ type: [CreateEnvironmentRequest], required: false, description: 'Default: Development, Production.' })
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
  @Text({ min: 1, max: 100, optional: true }) name?: string;
  @Text({ ...SLUG, optional: true }) slug?: string;
  @Text({ max: 2000, optional: true, nullable: true }) description?: string | null;
}

export class EnvironmentView {
  @Id() id!: string;
  @Id() project_id!: string;
  @Text() name!: string;
  @Text() slug!: string;
  @Text() icon!: string;
  @Text({ nullable: true, description: 'The origin registered for browser CORS.' }) url!: string | null;
  @Flag() protected!: boolean;
  @Text({ optional: true, description: 'Only for editors and up.' }) sdk_key?: string;
  @Time({ nullable: true, description: 'Until when the key before it works too; null when no other does.' })
  previous_key_expires_at!: string | null;
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Rises by one with every change.' }) revision!: number;
  @Time() created_at!: string;
}

export class ProjectView {
  @Id() id!: string;
  @Text() name!: string;
  @Text() slug!: string;
  @Text({ nullable: true }) description!: string | null;
  @OneOf(ROLES, { description: 'Your role in it.' }) role!: Role;
  @Time() created_at!: string;
  @ApiProperty({ type: [EnvironmentView] }) environments!: EnvironmentView[];
}

export class RotateSdkKeyRequest {
  @Integer({ min: 0, max: 604800, optional: true, description: 'How long the old key still works; 0 = not at all.' })
  grace_seconds?: number;
}

export class RotatedSdkKey {
  @Text({ example: 'bge_sdk_…' }) sdk_key!: string;
  @Time({ nullable: true, description: 'When the old key dies; null when it is dead already.' })
  previous_key_expires_at!: string | null;
}

export class AddMemberRequest {
  @Email({ description: 'Of a registered user.' }) email!: string;
  @OneOf(ROLES) role!: Role;
}

export class UpdateMemberRequest {
  @OneOf(ROLES) role!: Role;
}

export class MemberView {
  @Id() user_id!: string;
  @Text() name!: string;
  @Text() email!: string;
  @OneOf(ROLES) role!: Role;
  @Time() created_at!: string;
}
