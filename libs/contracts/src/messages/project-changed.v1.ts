import { Type } from 'class-transformer';
import { Equals, IsBoolean, IsISO8601, IsOptional, IsUUID, ValidateNested } from 'class-validator';
import { ProjectChange } from '../http/project-events.js';

/** `project.changed.<project id>`: from one replica of flags-admin to the others, for the pages that are open there. */
export class ProjectChangedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  /** The sending replica, which also receives its own messages. */
  @IsUUID() sender!: string;
  @ValidateNested() @Type(() => ProjectChange) change!: ProjectChange;
  /** One of so many that the others are not told: pages look for themselves. */
  @IsOptional() @IsBoolean() of_many?: boolean;
}
