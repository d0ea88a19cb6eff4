import { Equals, IsISO8601, IsUUID } from 'class-validator';

/** `reports.wanted.<id of the flags-admin>`: it lacks reports, so every gateway is to report everything again. */
export class ReportsWantedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsISO8601() occurred_at!: string;
}
