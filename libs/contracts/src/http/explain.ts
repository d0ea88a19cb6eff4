import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import { Ids, Integer, OneOf, Text, Time, Id } from './fields.js';
import { FLAGS_CHANGED_AT_MOST } from './flag-changes.js';
import { AT, FlagSetBy } from './history.js';
import { ComparedValue } from './promotions.js';

const ANY_LIST = { type: 'array', items: {} };
const REASONS = ['STATIC', 'DEFAULT', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'ERROR'] as const;
const VARIANTS = ['on', 'off', 'targeted'] as const;
const ERROR_CODES = ['PARSE_ERROR', 'TARGETING_KEY_MISSING'] as const;

export class ExplainRequest {
  @Text(AT) at?: string;
  @ApiProperty({
    type: Object,
    description: 'The evaluation context: `targetingKey` and attributes. It is not stored.',
  })
  @IsObject()
  context!: Record<string, unknown>;
  @Ids({
    optional: true,
    minItems: 1,
    maxItems: FLAGS_CHANGED_AT_MOST,
    description: 'Default: every flag that the environment had.',
  })
  flags?: string[];
}

/** What a client that holds the flag set decides, and why. */
export class ExplainedFlag {
  @Id() flag_id!: string;
  @Text() key!: string;
  @OneOf(FLAG_TYPES) type!: FlagType;
  @ApiProperty({
    required: false,
    nullable: true,
    oneOf: ['boolean', 'string', 'number', 'object', 'array'].map((type) => (type === 'array' ? ANY_LIST : { type })),
    description: "Absent if the code's default applies.",
  })
  value?: unknown;
  @OneOf(REASONS, { description: 'An OpenFeature reason.' }) reason!: (typeof REASONS)[number];
  @OneOf(VARIANTS, { optional: true, description: 'Absent with an error.' }) variant?: (typeof VARIANTS)[number];
  @OneOf(ERROR_CODES, { optional: true }) error_code?: (typeof ERROR_CODES)[number];
  @Integer({
    min: 0,
    max: 99,
    nullable: true,
    description: 'Compared with the rollout percentage; null without a targeting key.',
  })
  bucket!: number | null;
  @ApiProperty({ type: ComparedValue, description: 'Switch, percentage and rule at that time.' }) set!: ComparedValue;
  @ApiProperty({ type: FlagSetBy, nullable: true, description: 'The change that set them.' })
  set_by!: FlagSetBy | null;
}

export class Explained {
  @Id() environment_id!: string;
  @Text({ description: '`<epoch>-<revision>`.' }) position!: string;
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER }) revision!: number;
  @Time({ nullable: true, description: 'When this flag set took effect; null if no longer known.' })
  changed_at!: string | null;
  @Integer({
    min: 3,
    max: 3,
    optional: true,
    description: 'For a time before this version of the evaluation: decided by it, not by that of the time.',
  })
  evaluation_version?: number;
  @ApiProperty({ type: [ExplainedFlag], description: 'Sorted by key.' }) flags!: ExplainedFlag[];
}
