import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Id, Integer, Text, Time } from './fields.js';
import { ServedFlagView } from './sdk.js';

export const AT = {
  optional: true,
  max: 100,
  description:
    'An ISO 8601 time, or a position as in `Burgee-Position` and event ids, `<epoch>-<revision>`. Default: now.',
} as const;

export class FlagSetAtRequest {
  @Text(AT) at?: string;
}

/** The change that made a flag what it is in an environment. */
export class FlagSetBy {
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER }) revision!: number;
  @Id({ nullable: true, description: 'The audit entry of the change.' }) entry_id!: string | null;
  @Id({ nullable: true }) user_id!: string | null;
  @Text({ nullable: true, description: 'Null if the account was deleted.' }) user_name!: string | null;
  @Time() changed_at!: string;
}

/** A flag as it was served. */
@ApiSchema({ name: 'FlagAt' })
export class FlagAt extends ServedFlagView {
  @ApiProperty({
    type: FlagSetBy,
    nullable: true,
    description: 'Null if unchanged since the history or the environment began.',
  })
  set_by!: FlagSetBy | null;
}

/** The flag set of an environment as it was. */
export class FlagSetAt {
  @Id() environment_id!: string;
  @Text({ description: '`<epoch>-<revision>`.' }) position!: string;
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER }) revision!: number;
  @Time({ nullable: true, description: 'When this took effect; null if no longer known.' })
  changed_at!: string | null;
  @ApiProperty({ type: [FlagAt], description: 'Sorted by key, without archived flags, as for clients.' })
  flags!: FlagAt[];
}
