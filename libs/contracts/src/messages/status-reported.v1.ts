import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  Equals,
  IsArray,
  IsIn,
  IsISO8601,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';

/** Limits of a report, which keep it below some 40 kB. Texts count in characters. */
export const STATUS_LIMITS = { dependencies: 8, figures: 40, deadLetters: 20, name: 100, text: 500 } as const;

const { name, text } = STATUS_LIMITS;

/** An engine, as one process sees it. */
class DependencyStatusV1 {
  @IsString() @Length(1, name) name!: string;
  @IsIn(['up', 'down', 'unknown']) state!: 'up' | 'down' | 'unknown';
  @IsISO8601() since!: string;
  @IsOptional() @IsString() @MaxLength(name) reason!: string | null;
  @IsOptional() @IsString() @MaxLength(text) last_error!: string | null;
}

/** A number of a section of /status, such as `outbox.dead_letters`. Yes is 1, no is 0. */
class StatusFigureV1 {
  @Matches(/^[a-z_]+\.[a-z_]+$/) @Length(3, name) name!: string;
  @IsNumber() value!: number;
}

/** An outbox message that was refused again and again. */
class DeadLetterV1 {
  @IsUUID() event_id!: string;
  @IsOptional() @IsString() @MaxLength(name) action!: string | null;
  @IsISO8601() created_at!: string;
  @IsOptional() @IsString() @MaxLength(text) last_error!: string | null;
}

/** `status.reported.<process id>`: how one process is, as its /readyz and /status say. */
export class StatusReportedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  @IsString() @Length(1, name) service!: string;
  /** Host and port. */
  @IsString() @Length(1, 300) instance!: string;
  @IsString() @Length(1, name) version!: string;
  @IsString() @Length(1, name) commit!: string;
  /** The version of Node. */
  @IsString() @Length(1, name) node!: string;
  @IsISO8601() started_at!: string;
  @IsIn(['ok', 'degraded', 'unavailable']) status!: 'ok' | 'degraded' | 'unavailable';
  @IsOptional() @IsString() @MaxLength(text) detail!: string | null;
  @IsArray()
  @ArrayMaxSize(STATUS_LIMITS.dependencies)
  @ValidateNested({ each: true })
  @Type(() => DependencyStatusV1)
  dependencies!: DependencyStatusV1[];
  @IsArray()
  @ArrayMaxSize(STATUS_LIMITS.figures)
  @ValidateNested({ each: true })
  @Type(() => StatusFigureV1)
  figures!: StatusFigureV1[];
  /** The oldest ones of the outbox of its service. */
  @IsArray()
  @ArrayMaxSize(STATUS_LIMITS.deadLetters)
  @ValidateNested({ each: true })
  @Type(() => DeadLetterV1)
  dead_letters!: DeadLetterV1[];
}
