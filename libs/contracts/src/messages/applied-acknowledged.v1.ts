import { Equals, IsISO8601, IsUUID, Matches } from 'class-validator';

/** `applied.acknowledged.<environment id>`: a client says that it has the position that is waited for; its stream is at another gateway. */
export class AppliedAcknowledgedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
  @IsUUID() wait_id!: string;
  /** As the stream was given it. */
  @Matches(/^[\w-]{22}$/) ack!: string;
}
