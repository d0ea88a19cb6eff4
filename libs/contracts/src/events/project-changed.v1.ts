import { Type } from 'class-transformer';
import { Equals, IsISO8601, IsUUID, ValidateNested } from 'class-validator';
import { ProjectChange } from '../http/live.js';

/** `project.changed.<project id>`: from one flags-admin to the others, so that pages that look there hear of it too. */
export class ProjectChangedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  /** Which flags-admin says so: it hears itself as well. */
  @IsUUID() teller!: string;
  @ValidateNested() @Type(() => ProjectChange) change!: ProjectChange;
}
