import { Type } from 'class-transformer';
import {
  Equals,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import type { ServedFlag } from '../wire/served-flag.js';

class ChangeV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsUUID() environment_id!: string;
  @IsString() epoch!: string;
  @IsInt() @Min(1) revision!: number;
  @IsISO8601() occurred_at!: string;
}

class ServedFlagV1 implements Partial<ServedFlag> {
  @IsUUID() flag_id!: string;
  @IsString() key!: string;
  @IsString() name!: string;
  @IsIn(FLAG_TYPES) type!: FlagType;
  @IsBoolean() is_enabled!: boolean;
  @IsInt() @Min(0) @Max(100) rollout_percentage!: number;
  @IsOptional() @IsString() targeting_attribute!: string | null;
  @IsOptional() @IsString() targeting_value!: string | null;
  @IsOptional() @IsString() targeting_return_value!: string | null;
}

/**
 * `flag.updated.<environment_id>`: the flag as it is served from `revision` on; left out where the message would be larger than NATS
 * takes. A change notification: subscribers read Postgres.
 */
export class FlagUpdatedV1 extends ChangeV1 {
  @IsOptional() @ValidateNested() @Type(() => ServedFlagV1) flag?: ServedFlagV1;
}

/** `flag.deleted.<environment_id>`: the flag is gone from `revision` on. */
export class FlagDeletedV1 extends ChangeV1 {
  @IsUUID() flag_id!: string;
  @IsString() key!: string;
}
