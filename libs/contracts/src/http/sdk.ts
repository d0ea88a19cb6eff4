import { ApiSchema } from '@nestjs/swagger';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import { Flag, Id, Integer, OneOf, Text, Time } from './fields.js';
import { RETURNED } from './flags.js';
import type { ServedFlag } from '../wire/served-flag.js';

@ApiSchema({ name: 'ServedFlag' })
export class ServedFlagView implements ServedFlag {
  @Id() flag_id!: string;
  @Text() key!: string;
  @Text() name!: string;
  @OneOf(FLAG_TYPES) type!: FlagType;
  @Flag() is_enabled!: boolean;
  @Integer({ min: 0, max: 100 }) rollout_percentage!: number;
  @Text({ nullable: true }) targeting_attribute!: string | null;
  @Text({ nullable: true }) targeting_value!: string | null;
  @Text({ nullable: true, description: RETURNED }) targeting_return_value!: string | null;
}

export class StreamTicket {
  @Text({ description: 'For one GET /api/v1/stream?ticket=…' }) ticket!: string;
  @Time() expires_at!: string;
}
