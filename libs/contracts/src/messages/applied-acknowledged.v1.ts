import { Equals, IsISO8601, IsUUID, Matches } from 'class-validator';

/** `applied.acknowledged.<environment id>`: a client of another gateway's stream acknowledges the position. */
export class AppliedAcknowledgedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  @IsUUID() wait_id!: string;
  /** The value that the stream sent. */
  @Matches(/^[\w-]{22}$/) ack!: string;
}
