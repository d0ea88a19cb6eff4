import { FLAG_TYPES, type FlagType } from '../flag-type.js';
import { Flag, Id, Integer, OneOf, Text, Time } from './fields.js';

/** A flag as served to SDKs: exactly these nine fields. */
export class ServedFlag {
  @Id() flag_id!: string;
  @Text() key!: string;
  @Text() name!: string;
  @OneOf(FLAG_TYPES) type!: FlagType;
  @Flag() is_enabled!: boolean;
  @Integer({ min: 0, max: 100 }) rollout_percentage!: number;
  @Text({ nullable: true }) targeting_attribute!: string | null;
  @Text({ nullable: true }) targeting_value!: string | null;
  @Text({ nullable: true }) targeting_return_value!: string | null;
}

export class StreamTicket {
  @Text({ description: 'Good for one GET /api/v1/stream?ticket=…' }) ticket!: string;
  @Time() expires_at!: string;
}

interface ChangePlace {
  environment_id: string;
  revision: number;
  /** W3C trace context of the request that made the change, when it named one. */
  traceparent?: string;
}

/** The data of each kind of event on GET /api/v1/stream; docs/events.md tells when each is sent. */
export interface StreamEvents {
  ready: { environment_id: string; revision: number };
  flag_updated: ServedFlag & ChangePlace;
  flag_deleted: { flag_id: string; key: string } & ChangePlace;
  snapshot: { environment_id: string; revision: number; flags: ServedFlag[] };
}
