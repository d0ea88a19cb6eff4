import { ApiProperty } from '@nestjs/swagger';
import { Id, Instant, OneOf, PageSize, Text, Time } from './fields.js';
import { AUDIT_ACTIONS, type AuditAction, type AuditValues } from '../wire/audit.js';

export class AuditEntryView {
  @Id() id!: string;
  @OneOf(AUDIT_ACTIONS) action!: AuditAction;
  @Id() project_id!: string;
  @Id({ nullable: true }) flag_id!: string | null;
  @Text({ nullable: true }) flag_key!: string | null;
  @Id({ nullable: true }) environment_id!: string | null;
  @Text({ nullable: true }) environment_name!: string | null;
  @Id() user_id!: string;
  @Text() user_name!: string;
  @ApiProperty({ type: Object, nullable: true }) old_values!: AuditValues;
  @ApiProperty({ type: Object, nullable: true }) new_values!: AuditValues;
  @Text({ nullable: true, description: 'The x-request-id of the change.' }) request_id!: string | null;
  @Id({ nullable: true, description: 'The same in all entries of one call that changed many flags; null in others.' })
  group_id!: string | null;
  @Time() created_at!: string;
}

/** The last change of a flag. */
export class LatestChange {
  @Id() flag_id!: string;
  @OneOf(AUDIT_ACTIONS) action!: AuditAction;
  @Id({ nullable: true }) environment_id!: string | null;
  @Text({ nullable: true }) environment_name!: string | null;
  @Id() user_id!: string;
  @Text() user_name!: string;
  @Time() created_at!: string;
}

export class PageQuery {
  @PageSize({ most: 1000 }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'From the Link header of the previous page.' }) cursor?: string;
}

export class ProjectAuditQuery extends PageQuery {
  @Id({ optional: true, description: "A user's id." }) actor?: string;
  @Id({ optional: true }) flag?: string;
  @Id({ optional: true }) environment?: string;
  @OneOf(AUDIT_ACTIONS, { optional: true }) action?: AuditAction;
  @Instant({ optional: true, description: 'Not before this.' }) from?: string;
  @Instant({ optional: true, description: 'Before this.' }) to?: string;
  @Text({
    optional: true,
    max: 200,
    description:
      'Words that an entry has, ten at most, each anywhere: in names, in the first 1,000 characters of a value, in the id of its request. A page looks at 2,000 entries and a megabyte at most, so it may be short, or empty, and have a next one.',
  })
  text?: string;
}
