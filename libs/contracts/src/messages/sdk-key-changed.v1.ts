import { Equals, IsISO8601, IsUUID } from 'class-validator';

/** `sdk-key.changed.<environment_id>`: a key was rotated, the URL was changed, or the environment was deleted. Gateways check their open streams. */
export class SdkKeyChangedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsUUID() environment_id!: string;
  @IsISO8601() occurred_at!: string;
}
