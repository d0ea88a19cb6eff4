import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, Ids, OneOf, SomeOf, Text, Time } from './fields.js';
import { COMMENT } from './flags.js';
import { FLAGS_CHANGED_AT_MOST } from './flag-changes.js';
import { ComparedValue } from './promotions.js';
import { VALUE_PARTS, type ValuePart } from './limits.js';

const SIDES = ['before', 'after'] as const;

export class RevertRequest {
  @Id({ description: 'An audit entry of this flag.' }) entry_id!: string;
  @OneOf(SIDES, { description: 'before = undo the entry; after = what it made of the value.' })
  to!: (typeof SIDES)[number];
  @Text({ optional: true, max: 100, description: 'As the header If-Match where a value is edited.' })
  if_match?: string;
  @Text(COMMENT) comment?: string;
}

export class RestoreRequest {
  @Text({ max: 100, description: 'A time in ISO 8601, or a position: `<epoch>-<revision>`.' }) at!: string;
  @Ids({
    optional: true,
    minItems: 1,
    maxItems: FLAGS_CHANGED_AT_MOST,
    description: 'Each flag once. Left out: every flag that the environment had then.',
  })
  flags?: string[];
  @Flag({ optional: true, description: 'true = change nothing, and answer what would be changed. Default: false.' })
  dry_run?: boolean;
  @Text({
    optional: true,
    max: 100,
    description: 'The tag of a dry run: restore only what it said, or answer 412 with what it would be now.',
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
    description: 'unarchive and restore, of a deleted flag, have effect in all environments of the project.',
  })
  action!: RestoreAction;
  @SomeOf(VALUE_PARTS, { description: 'What of its value here is different.' }) parts!: ValuePart[];
  @ApiProperty({ type: ComparedValue, nullable: true, description: 'Null where the flag is not served now.' })
  from!: ComparedValue | null;
  @ApiProperty({ type: ComparedValue }) to!: ComparedValue;
  @Time({
    optional: true,
    description:
      'Of a value that was written. In quotes, it is the ETag that If-Match is compared with: it undoes this alone.',
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
  @ApiProperty({ type: [RestoredFlag], description: 'In the order of keys. Flags that are so already are left out.' })
  changes!: RestoredFlag[];
  @ApiProperty({ type: [NewerFlag], description: 'Flags in use that were not there then. They stay as they are.' })
  newer!: NewerFlag[];
  @Text({ description: 'Names these changes, with every value before and after. For `if_match`.' }) tag!: string;
}
