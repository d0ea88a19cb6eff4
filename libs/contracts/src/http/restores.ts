import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, Ids, OneOf, SomeOf, Text, Time } from './fields.js';
import { COMMENT } from './flags.js';
import { FLAGS_CHANGED_AT_MOST } from './flag-changes.js';
import { ComparedValue } from './promotions.js';
import { VALUE_PARTS, type ValuePart } from './limits.js';

const SIDES = ['before', 'after'] as const;

export class RevertRequest {
  @Id({ description: 'An audit entry of this flag.' }) entry_id!: string;
  @OneOf(SIDES, { description: 'before = the value before the entry; after = the value after it.' })
  to!: (typeof SIDES)[number];
  @Text({ optional: true, max: 100, description: 'Like the header If-Match of an edit.' })
  if_match?: string;
  @Text(COMMENT) comment?: string;
}

export class RestoreRequest {
  @Text({ max: 100, description: 'An ISO 8601 time, or a position: `<epoch>-<revision>`.' }) at!: string;
  @Ids({
    optional: true,
    minItems: 1,
    maxItems: FLAGS_CHANGED_AT_MOST,
    description: 'Name each flag once. Default: every flag that the environment had then.',
  })
  flags?: string[];
  @Flag({ optional: true, description: 'true = dry run: change nothing and return what would change. Default: false.' })
  dry_run?: boolean;
  @Text({
    optional: true,
    max: 100,
    description: 'The tag of a dry run: restore exactly that, or return 412 with what would change now.',
  })
  if_match?: string;
  @Text(COMMENT) comment?: string;
}

export const RESTORE_ACTIONS = ['change', 'unarchive', 'restore'] as const;
export type RestoreAction = (typeof RESTORE_ACTIONS)[number];

export class RestoredFlag {
  @Id() flag_id!: string;
  @Text() key!: string;
  @OneOf(RESTORE_ACTIONS, {
    description: 'unarchive and restore (of a deleted flag) affect all environments of the project.',
  })
  action!: RestoreAction;
  @SomeOf(VALUE_PARTS, { description: 'The parts of its value that change here.' }) parts!: ValuePart[];
  @ApiProperty({ type: ComparedValue, nullable: true, description: 'Null if the flag is not served now.' })
  from!: ComparedValue | null;
  @ApiProperty({ type: ComparedValue }) to!: ComparedValue;
  @Time({
    optional: true,
    description: 'For a value that was written. In quotes, this is the ETag for If-Match, to undo exactly this change.',
  })
  updated_at?: string;
}

export class NewerFlag {
  @Id() flag_id!: string;
  @Text() key!: string;
}

export class Restored {
  @Flag() dry_run!: boolean;
  @Text({ description: 'What `at` is: `<epoch>-<revision>`.' }) position!: string;
  @ApiProperty({ type: [RestoredFlag], description: 'Sorted by key, without flags that already match.' })
  changes!: RestoredFlag[];
  @ApiProperty({ type: [NewerFlag], description: 'Flags in use that did not exist then. They stay unchanged.' })
  newer!: NewerFlag[];
  @Text({ description: 'Identifies these changes with every value before and after. For `if_match`.' }) tag!: string;
}
