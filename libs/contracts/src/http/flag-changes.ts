import { ApiProperty } from '@nestjs/swagger';
import { AppliedView } from './applied.js';
import { Flag, Id, Ids, Integer, OneOf, Text, Texts, Time } from './fields.js';
import { COMMENT, TAG, UpdateFlagValueRequest } from './flags.js';
import { ObjectOf, ObjectsOf } from './objects.js';
import { TAGS_AT_MOST } from './limits.js';

/** The maximum number of flags that one call changes. */
export const FLAGS_CHANGED_AT_MOST = 200;
const MANY = { minItems: 1, maxItems: FLAGS_CHANGED_AT_MOST };

export class FlagValueChange {
  @Id() flag_id!: string;
  @ObjectOf(UpdateFlagValueRequest)
  patch!: UpdateFlagValueRequest;
  @Text({ optional: true, max: 100, description: 'Like the header If-Match of a single change.' })
  if_match?: string;
}

export class ChangeFlagValuesRequest {
  @ObjectsOf(FlagValueChange, { ...MANY, description: 'Name each flag once.' })
  changes!: FlagValueChange[];
  @Text(COMMENT) comment?: string;
}

/** A value after a call that changed many. */
export class ChangedFlagValue {
  @Id() flag_id!: string;
  @Flag() is_enabled!: boolean;
  @Integer({ min: 0, max: 100 }) rollout_percentage!: number;
  @Time({ description: 'In quotes, this is the ETag for If-Match.' }) updated_at!: string;
}

export const FLAG_ACTIONS = ['archive', 'unarchive', 'tag', 'untag'] as const;
export type FlagAction = (typeof FLAG_ACTIONS)[number];

export class ChangeFlagsRequest {
  @OneOf(FLAG_ACTIONS) action!: FlagAction;
  @Ids({ ...MANY, description: 'Name each flag once.' }) flag_ids!: string[];
  @Texts({ ...TAG, optional: true, minItems: 1, maxItems: TAGS_AT_MOST, description: 'Required with tag and untag.' })
  tags?: string[];
  @Text(COMMENT) comment?: string;
}

export class FlagsChanged {
  @Ids({ description: 'The flags that changed. Others already had the value.' }) changed!: string[];
  @ApiProperty({ type: AppliedView, required: false, description: 'With `?wait=applied`.' }) applied?: AppliedView;
}
