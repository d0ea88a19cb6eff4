import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { EdgeAccess, EdgeKey } from '../wire/edge-access.js';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import { Flag, Id, Integer, OneOf, Text, Time } from './fields.js';
import { RETURNED, WANTED } from './flags.js';
import type { KeyKind } from '../wire/sdk-key.js';
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
  @Text({ nullable: true, description: WANTED }) targeting_value!: string | null;
  @Text({ nullable: true, description: RETURNED }) targeting_return_value!: string | null;
}

export class StreamTicket {
  @Text({ description: 'For one GET /api/v1/stream?ticket=…' }) ticket!: string;
  @Time() expires_at!: string;
}

@ApiSchema({ name: 'EdgeKey' })
export class EdgeKeyView implements EdgeKey {
  @Text({ pattern: /^[0-9a-f]{64}$/, description: 'SHA-256 of the key, hex.' }) hash!: string;
  @OneOf(['sdk', 'client']) kind!: KeyKind;
  @Time({ nullable: true, description: 'When the grace ends; null for the current key.' }) expires_at!: string | null;
}

@ApiSchema({ name: 'EdgeAccess' })
export class EdgeAccessView implements EdgeAccess {
  @Id() environment_id!: string;
  @ApiProperty({ type: [String], description: 'Registered origins: pages from there may call.' }) origins!: string[];
  @ApiProperty({ type: [EdgeKeyView], description: 'SDK keys and client keys that work.' }) keys!: EdgeKeyView[];
}
