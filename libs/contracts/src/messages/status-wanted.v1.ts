import { Equals, IsISO8601, IsUUID } from 'class-validator';

/** `status.wanted.<id of the auth>`: an operator looks, so every process is to report how it is. */
export class StatusWantedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
}
