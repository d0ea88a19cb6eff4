import { ApiProperty } from '@nestjs/swagger';
import { AppliedView } from './applied.js';
import { Flag, Id, Ids, Integer, OneOf, Text, Texts, Time } from './fields.js';
import { COMMENT, TAG, UpdateFlagValueRequest } from './flags.js';
import { ObjectOf, ObjectsOf } from './objects.js';
import { TAGS_AT_MOST } from './limits.js';

/** How many flags one call changes at most. */
export const FLAGS_CHANGED_AT_MOST = 200;
const MANY = { minItems: 1, maxItems: FLAGS_CHANGED_AT_MOST };

export class FlagValueChange {
  @Id() flag_id!: string;
  @ObjectOf(UpdateFlagValueRequest)
  patch!: UpdateFlagValueRequest;
  @Text({ optional: true, max: 100, description: 'As the header If-Match where one value is changed.' })
  if_match?: string;
}

export class ChangeFlagValuesRequest {
  @ObjectsOf(FlagValueChange, { ...MANY, description: 'Each flag once.' })
  changes!: FlagValueChange[];
  @Text(COMMENT) comment?: string;
}

/** A value after a call that changed many. */
export class ChangedFlagValue {
  @Id() flag_id!: string;
  @Flag() is_enabled!: boolean;
  @Integer({ min: 0, max: 100 }) rollout_percentage!: number;
  @Time({ description: 'In quotes, it is the ETag that If-Match is compared with.' }) updated_at!: string;
}

export const FLAG_ACTIONS = ['archive', 'unarchive', 'tag', 'untag'] as const;
export type FlagAction = (typeof FLAG_ACTIONS)[number];

export class ChangeFlagsRequest {
  @OneOf(FLAG_ACTIONS) action!: FlagAction;
  @Ids({ ...MANY, description: 'Each flag once.' }) flag_ids!: string[];
  @Texts({ ...TAG, optional: true, minItems: 1, maxItems: TAGS_AT_MOST, description: 'With tag and untag: which.' })
  tags?: string[];
  @Text(COMMENT) comment?: string;
}

export class FlagsChanged {
  @Ids({ description: 'The flags that are different now. Others were already so.' }) changed!: string[];
  @ApiProperty({ type: AppliedView, required: false, description: 'With `?wait=applied`.' }) applied?: AppliedView;
}
