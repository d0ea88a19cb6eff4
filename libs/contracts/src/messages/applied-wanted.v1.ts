import { Equals, IsBoolean, IsInt, IsISO8601, IsOptional, IsString, IsUUID, Max, Min } from 'class-validator';

/** `applied.wanted.<environment id>`: a request waits for this position, so every gateway counts its clients. */
export class AppliedWantedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  @IsUUID() wait_id!: string;
  @IsString() epoch!: string;
  @IsInt() @Min(0) revision!: number;
  /** For how long it is waited, from now on; 0 = no longer. */
  @IsInt() @Min(0) @Max(60_000) within_ms!: number;
  /** Whether another wait may replace this one, because no request awaits its end. */
  @IsOptional() @IsBoolean() yields?: boolean;
}
