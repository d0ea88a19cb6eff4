import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import { AppliedView } from './applied.js';
import { Day } from './day-field.js';
import { Flag, Id, Instant, Integer, Name, OneOf, PageSize, Text, Texts, Time } from './fields.js';
import { NOTE_BYTES, RULE_VALUES_AT_MOST, TAGS_AT_MOST, TARGETING_BYTES } from './limits.js';

/** A row may hold a text that was stored under another limit, and an edit that leaves it as it is is not refused for it. */
const targeting = (name: keyof typeof TARGETING_BYTES) => ({
  optional: true,
  nullable: true,
  max: TARGETING_BYTES[name],
  maxWhereChanged: true,
});

export const COMMENT = {
  max: NOTE_BYTES,
  optional: true,
  description: 'Why the change is made. Stored in the audit entries.',
};

/** A tag: upper case would make two of one. */
export const TAG = {
  max: 50,
  pattern: /^[a-z0-9][a-z0-9._:/-]{0,49}$/,
  says: 'must be at most 50 lowercase letters, digits and ._:/- and start with a letter or digit',
};
const TAGS = { ...TAG, optional: true, maxItems: TAGS_AT_MOST };

export const FLAG_KEY = {
  pattern: /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$/,
  says: 'must start with a letter or digit and contain only letters, digits, dots, underscores and hyphens',
};

/** What a flag is for. */
export const FLAG_KINDS = ['release', 'operational', 'permission', 'experiment'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

const KIND = { nullable: true, description: 'What the flag is for. Not sent to SDKs.' };
const ENDS_ON = {
  nullable: true,
  description: 'The last day, in UTC, that the flag should be needed. Changes no value.',
};

export class CreateFlagRequest {
  @Text({ ...FLAG_KEY, min: 1, max: 128, example: 'new-checkout' }) key!: string;
  @Name({ max: 200, optional: true, description: 'Default: the key.' }) name?: string;
  @OneOf(FLAG_TYPES, { optional: true, description: 'Default: boolean.' }) type?: FlagType;
  @Text({ max: 2000, optional: true, nullable: true }) description?: string | null;
  @Texts(TAGS) tags?: string[];
  @Id({ optional: true, nullable: true, description: 'The member who owns the flag.' }) owner_id?: string | null;
  @OneOf(FLAG_KINDS, { ...KIND, optional: true }) kind?: FlagKind | null;
  @Day({ ...ENDS_ON, optional: true }) ends_on?: string | null;
  @Text(COMMENT) comment?: string;
}

export class UpdateFlagRequest {
  @Name({ max: 200, optional: true }) name?: string;
  @Text({ max: 2000, optional: true, nullable: true }) description?: string | null;
  @Texts({ ...TAGS, description: 'Replaces the existing ones.' }) tags?: string[];
  @Id({ optional: true, nullable: true, description: 'The member who owns the flag.' }) owner_id?: string | null;
  @OneOf(FLAG_KINDS, { ...KIND, optional: true }) kind?: FlagKind | null;
  @Day({ ...ENDS_ON, optional: true }) ends_on?: string | null;
  @Text(COMMENT) comment?: string;
}

export class ToggleFlagValueRequest {
  @Flag({ example: true }) is_enabled!: boolean;
  @Text(COMMENT) comment?: string;
}

/** What `targeting_return_value` means, for OpenAPI. */
export const RETURNED =
  'What the rule returns. Without a rule: the unconditional value of a string, number or json flag; ignored for a boolean flag.';

/** What `targeting_value` means, for OpenAPI. */
export const WANTED = `The value that the attribute must equal. A JSON array of strings: it must equal one of them. At most ${RULE_VALUES_AT_MOST}.`;

/** A field left out keeps its value; null clears one of the three targeting fields. */
export class UpdateFlagValueRequest {
  @Flag({ optional: true }) is_enabled?: boolean;
  @Integer({ min: 0, max: 100, optional: true }) rollout_percentage?: number;
  @Text({ ...targeting('targeting_attribute'), min: 1 }) targeting_attribute?: string | null;
  @Text({ ...targeting('targeting_value'), description: WANTED }) targeting_value?: string | null;
  @Text({
    ...targeting('targeting_return_value'),
    description: `${RETURNED} Clearing attribute and value clears it too, unless the body sets it.`,
  })
  targeting_return_value?: string | null;
  @IsIn([true], { message: '$property can only be true: to stop serving a flag, switch it off or archive it' })
  @Flag({
    optional: true,
    description: 'true = serve a flag that clients do not get yet. Every other change of the value does so too.',
  })
  served?: true;
}

/** The same, with why. */
export class EditFlagValueRequest extends UpdateFlagValueRequest {
  @Text(COMMENT) comment?: string;
}

/** Of a value in a response. */
export const NOT_SERVED = {
  optional: true,
  description:
    'false = clients do not get the flag yet, because it came while the environment was frozen or required approvals. The first change serves it. Otherwise absent.',
};

/** A flag's value in one environment, as GET /api/flags/:flagId/environments lists it. */
export class FlagValueView {
  @Id() id!: string;
  @Id() flag_id!: string;
  @Id() environment_id!: string;
  @Flag() is_enabled!: boolean;
  @Integer({ min: 0, max: 100 }) rollout_percentage!: number;
  @Text({ nullable: true }) targeting_attribute!: string | null;
  @Text({ nullable: true, description: WANTED }) targeting_value!: string | null;
  @Text({ nullable: true, description: RETURNED }) targeting_return_value!: string | null;
  @Time({ description: 'In quotes, this is the ETag for If-Match.' }) updated_at!: string;
  @Text() environment_name!: string;
  @Text() environment_slug!: string;
  @Text() environment_icon!: string;
  @Flag(NOT_SERVED) served?: false;
}

export class FlagView {
  @Id() id!: string;
  @Id() project_id!: string;
  @Text() key!: string;
  @Text() name!: string;
  @OneOf(FLAG_TYPES) type!: FlagType;
  @Text({ nullable: true }) description!: string | null;
  @Time() created_at!: string;
  @Time() updated_at!: string;
  @Texts({ ...TAG, maxItems: TAGS_AT_MOST, description: 'Sorted. Not sent to SDKs.' }) tags!: string[];
  @Id({ nullable: true, description: 'The owner; may have left the project.' }) owner_id!: string | null;
  @Text({ nullable: true }) owner_name!: string | null;
  @OneOf(FLAG_KINDS, KIND) kind!: FlagKind | null;
  @Day(ENDS_ON) ends_on!: string | null;
  @Id({ nullable: true, description: 'Who created it; null for flags from before this was recorded.' })
  created_by!: string | null;
  @Text({ nullable: true }) created_by_name!: string | null;
  @Time({ nullable: true, description: 'When it was archived; null while in use.' })
  archived_at!: string | null;
  @ApiProperty({ type: [FlagValueView] }) environments!: FlagValueView[];
}

/** A flag as a change of its state left it. */
export class FlagAsChanged extends FlagView {
  @ApiProperty({ type: AppliedView, required: false, description: 'With `?wait=applied`.' }) applied?: AppliedView;
}

/** Lists cut a value to this number of characters. */
export const LISTED_VALUE_CHARACTERS = 200;

/** A flag's value in one environment, without the texts of its rule. */
export class FlagValueSummary {
  @Id() environment_id!: string;
  @Flag() is_enabled!: boolean;
  @Integer({ min: 0, max: 100 }) rollout_percentage!: number;
  @Flag({ description: 'Whether its rule has a condition.' }) has_rule!: boolean;
  @Flag({ description: 'Whether there is a value to return, with or without a condition.' }) has_value!: boolean;
  @Text({
    nullable: true,
    description: `The unconditional value of a string, number or json flag; cut off with an ellipsis after ${LISTED_VALUE_CHARACTERS} characters.`,
  })
  unconditional_value!: string | null;
  @Time({ description: 'In quotes, this is the ETag for If-Match.' }) updated_at!: string;
  @Flag(NOT_SERVED) served?: false;
}

/** What a table of many flags shows: `?fields=summary`. */
export class FlagSummary {
  @Id() id!: string;
  @Text() key!: string;
  @Text() name!: string;
  @OneOf(FLAG_TYPES) type!: FlagType;
  @Texts({ ...TAG, maxItems: TAGS_AT_MOST }) tags!: string[];
  @Id({ nullable: true }) owner_id!: string | null;
  @Text({ nullable: true }) owner_name!: string | null;
  @OneOf(FLAG_KINDS, KIND) kind!: FlagKind | null;
  @Day(ENDS_ON) ends_on!: string | null;
  @Time() created_at!: string;
  @Time({ nullable: true }) archived_at!: string | null;
  @ApiProperty({ type: [FlagValueSummary] }) environments!: FlagValueSummary[];
}

/** The value as the change left it. */
export class FlagValueAsChanged extends FlagValueView {
  @ApiProperty({ type: AppliedView, required: false, description: 'With `?wait=applied`.' }) applied?: AppliedView;
}

export class AffectedEnvironment {
  @Id() environment_id!: string;
}

export class FlagDeleted {
  @ApiProperty({ type: [AffectedEnvironment] }) envIds!: AffectedEnvironment[];
  @Flag() success!: true;
  @Text({ example: 'Flag deleted successfully' }) message!: string;
  @ApiProperty({ type: AppliedView, required: false, description: 'With `?wait=applied`.' }) applied?: AppliedView;
}

export class ListFlagsQuery {
  @Text({ optional: true, max: 200, description: 'Part of the key or name, case-insensitive.' }) search?: string;
  @OneOf(FLAG_TYPES, { optional: true }) type?: FlagType;
  @OneOf(['on', 'off'], {
    optional: true,
    description: 'on = on in at least one environment; off = on in none. With `environment`: in that one.',
  })
  state?: 'on' | 'off';
  @Id({ optional: true, description: 'The environment for `state`.' }) environment?: string;
  @Text({ ...TAG, optional: true }) tag?: string;
  @Id({ optional: true, description: 'The owner.' }) owner?: string;
  @OneOf(FLAG_KINDS, { optional: true }) kind?: FlagKind;
  @Day({ optional: true, description: 'The end date is before this day.' }) ends_before?: string;
  @Instant({ optional: true, description: 'Created at or after this time.' }) created_after?: string;
  @Instant({ optional: true, description: 'Created before this time.' }) created_before?: string;
  @OneOf(['true', 'false'], {
    optional: true,
    description: 'true = only archived flags. Default: only flags in use.',
  })
  archived?: 'true' | 'false';
  @OneOf(['all', 'summary'], {
    optional: true,
    description: 'summary = only what a table shows: no descriptions, no rule texts, nothing that repeats in each row.',
  })
  fields?: 'all' | 'summary';
  @PageSize({ most: 1000 }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous page.' })
  cursor?: string;
}
