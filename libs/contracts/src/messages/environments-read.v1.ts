import { Type } from 'class-transformer';
import { Equals, IsArray, IsISO8601, IsOptional, IsString, IsUUID, ValidateNested } from 'class-validator';

class EnvironmentReadV1 {
  @IsUUID() environment_id!: string;
  /** When an application last read it. */
  @IsISO8601() at!: string;
}

class RefusedOriginV1 {
  /** The environment whose key the page had, or the network block of a preflight, which has no key. */
  @IsString() about!: string;
  @IsString() origin!: string;
}

/** `environments.read.<gateway id>`: the environments that were read at a gateway since its last report. */
export class EnvironmentsReadV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => EnvironmentReadV1) reads!: EnvironmentReadV1[];
  /** The origins that were refused since then. */
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => RefusedOriginV1) refused?: RefusedOriginV1[];
}

export type EnvironmentRead = EnvironmentsReadV1['reads'][number];
export type RefusedOrigin = NonNullable<EnvironmentsReadV1['refused']>[number];
