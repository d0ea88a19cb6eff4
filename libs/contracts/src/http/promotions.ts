import { ApiProperty } from '@nestjs/swagger';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import { AppliedView } from './applied.js';
import { PageQuery } from './audit.js';
import { Flag, Id, Ids, Integer, OneOf, SomeOf, Text, Time } from './fields.js';
import { COMMENT, NOT_SERVED } from './flags.js';
import { FLAGS_CHANGED_AT_MOST } from './flag-changes.js';
import { VALUE_PARTS, type ValuePart } from './limits.js';

export class CompareQuery extends PageQuery {
  @Id({ description: 'The environment to promote from.' }) from!: string;
  @Id({ description: 'The environment to compare with it.' }) to!: string;
}

/** What a flag does in one environment. */
export class ComparedValue {
  @Flag() is_enabled!: boolean;
  @Integer({ min: 0, max: 100 }) rollout_percentage!: number;
  @Text({ nullable: true }) targeting_attribute!: string | null;
  @Text({ nullable: true }) targeting_value!: string | null;
  @Text({ nullable: true }) targeting_return_value!: string | null;
  /** Of the value that a change request leads to: true where it serves the flag. */
  @Flag(NOT_SERVED) served?: boolean;
}

/** A flag whose values in two environments differ. */
export class FlagDifference {
  @Id() flag_id!: string;
  @Text() key!: string;
  @Text() name!: string;
  @OneOf(FLAG_TYPES) type!: FlagType;
  @SomeOf(VALUE_PARTS, { description: 'The parts that differ.' }) parts!: ValuePart[];
  @ApiProperty({ type: ComparedValue }) from!: ComparedValue;
  @ApiProperty({ type: ComparedValue }) to!: ComparedValue;
}

export class PromoteRequest {
  @Id({ description: 'The environment to promote from.' }) from!: string;
  @Id({ description: 'The environment to promote to.' }) to!: string;
  @Ids({
    optional: true,
    minItems: 1,
    maxItems: FLAGS_CHANGED_AT_MOST,
    description: `Name each flag once. Default: every flag in use whose values differ, up to ${FLAGS_CHANGED_AT_MOST}.`,
  })
  flags?: string[];
  @SomeOf(VALUE_PARTS, { optional: true, minItems: 1, description: 'Default: all.' }) parts?: ValuePart[];
  @Flag({ optional: true, description: 'true = dry run: change nothing and return what would change. Default: false.' })
  dry_run?: boolean;
  @Text({
    optional: true,
    max: 100,
    description: 'The tag of a dry run: promote exactly that, or return 412 with what would change now.',
  })
  if_match?: string;
  @Text(COMMENT) comment?: string;
}

export class PromotedFlag {
  @Id() flag_id!: string;
  @Text() key!: string;
  @SomeOf(VALUE_PARTS, { description: 'The parts that changed.' }) parts!: ValuePart[];
  @Time({
    optional: true,
    description: 'Absent in a dry run. In quotes, this is the ETag for If-Match, to undo exactly this change.',
  })
  updated_at?: string;
}

export class Promoted {
  @Flag() dry_run!: boolean;
  @ApiProperty({
    type: [PromotedFlag],
    description: 'Sorted by key, without flags that are already equal.',
  })
  changes!: PromotedFlag[];
  @Text({ description: 'Identifies these changes with every value before and after. For `if_match`.' }) tag!: string;
  @ApiProperty({ type: AppliedView, required: false, description: 'With `?wait=applied`.' }) applied?: AppliedView;
}
