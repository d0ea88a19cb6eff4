import { ApiProperty } from '@nestjs/swagger';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import { Flag, Id, Integer, OneOf, PageSize, Text, Time } from './fields.js';
import { COMMENT, UpdateFlagValueRequest } from './flags.js';
import { ObjectsOf, OptionalObjectOf } from './objects.js';
import { ComparedValue } from './promotions.js';
import { SCHEDULE_CHOICES, type ScheduleChoice } from './schedules.js';
import { REQUEST_ACTIONS, type RequestAction } from './limits.js';

/** The maximum number of flags in a change request. */
export const FLAGS_REQUESTED_AT_MOST = 50;

export const REQUEST_STATES = [
  'draft',
  'in_review',
  'approved',
  'out_of_date',
  'paused',
  'applied',
  'rejected',
] as const;
/** approved, out_of_date and paused follow from what is so now; the others are stored. */
export type RequestState = (typeof REQUEST_STATES)[number];

export const REQUESTED_DEEDS = ['update', 'archive', 'unarchive', 'delete'] as const;
export type RequestedDeed = (typeof REQUESTED_DEEDS)[number];

export class RequestedChange {
  @Id() flag_id!: string;
  @OneOf(REQUESTED_DEEDS, {
    optional: true,
    description:
      'update = change the value in this environment by `patch` (default); archive, unarchive or delete = the flag, in all environments, without a `patch`.',
  })
  action?: RequestedDeed;
  @OptionalObjectOf(UpdateFlagValueRequest, 'Needed to update.')
  patch?: UpdateFlagValueRequest;
}

export class CreateChangeRequestRequest {
  @ObjectsOf(RequestedChange, { minItems: 1, maxItems: FLAGS_REQUESTED_AT_MOST, description: 'Name each flag once.' })
  changes!: RequestedChange[];
  @Text(COMMENT) comment?: string;
  @Flag({ optional: true, description: 'true = a draft: nobody is asked until you submit it. Default: false.' })
  draft?: boolean;
}

export class ChangeRequestActionRequest {
  @OneOf(REQUEST_ACTIONS, {
    description:
      'submit = request approval for a draft, or again with the current values; approve = approve a request by someone else, which also starts a plan that then has enough approvals; reject, which also cancels a plan; apply = make the approved changes.',
  })
  action!: RequestAction;
  @Text(COMMENT) comment?: string;
  @Text({
    optional: true,
    max: 100,
    description:
      'The `tag` that you read; 412 if the request has changed since. approve and apply need it; 428 without.',
  })
  if_match?: string;
}

export class ListChangeRequestsQuery {
  @OneOf(['open', 'closed'], { optional: true, description: 'closed = applied and rejected. Default: open.' })
  state?: 'open' | 'closed';
  @PageSize({ most: 50 }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous page.' })
  cursor?: string;
}

export class RequestApproval {
  @Id() user_id!: string;
  @Text({ nullable: true }) user_name!: string | null;
  @Time() approved_at!: string;
  @Flag({ description: 'false = this person can no longer change flags here.' }) counts!: boolean;
  @Time({ nullable: true, description: 'Since when this person is a member; null if no longer.' }) joined_at!:
    | string
    | null;
  @Flag({ description: "Whether this person joined with an invitation of the request's author." })
  invited_by_author!: boolean;
  @Flag({ description: "Whether the request's author joined with an invitation of this person." })
  invited_author!: boolean;
}

export class RequestedFlag {
  @Id() flag_id!: string;
  @Text() key!: string;
  @OneOf(FLAG_TYPES) type!: FlagType;
  @OneOf(REQUESTED_DEEDS) action!: RequestedDeed;
  @ApiProperty({ type: ComparedValue, description: 'The value when the request was submitted.' }) from!: ComparedValue;
  @ApiProperty({ type: ComparedValue, nullable: true, description: 'Null to archive, unarchive or delete the flag.' })
  to!: ComparedValue | null;
  @ApiProperty({
    type: ComparedValue,
    nullable: true,
    description: 'The current value; null if the flag is archived or deleted.',
  })
  current!: ComparedValue | null;
  @Flag({ description: 'Whether the value changed since the request was submitted.' }) is_changed!: boolean;
}

/** A step of a plan, with the whole value that it sets. */
export class PlannedStep {
  @Time() at!: string;
  @ApiProperty({ type: UpdateFlagValueRequest }) patch!: UpdateFlagValueRequest;
  @ApiProperty({ type: ComparedValue }) to!: ComparedValue;
}

/** The steps of a schedule that wait for approval, as they were submitted. */
export class RequestedPlan {
  @Id() schedule_id!: string;
  @Id() flag_id!: string;
  @Text() flag_key!: string;
  @Text() flag_name!: string;
  @OneOf(FLAG_TYPES) flag_type!: FlagType;
  @Text({ nullable: true }) name!: string | null;
  @OneOf(SCHEDULE_CHOICES) if_late!: ScheduleChoice;
  @OneOf(SCHEDULE_CHOICES) if_changed!: ScheduleChoice;
  @ApiProperty({ type: ComparedValue, description: 'The value when the plan was submitted.' }) from!: ComparedValue;
  @ApiProperty({
    type: [PlannedStep],
    description: 'If the plan is approved after its first time, all steps shift by the same delay.',
  })
  steps!: PlannedStep[];
  @ApiProperty({
    type: ComparedValue,
    nullable: true,
    description: 'The current value; null if the flag is archived or deleted.',
  })
  current!: ComparedValue | null;
  @Flag({ description: 'Whether the value changed since the plan was submitted.' }) is_changed!: boolean;
}

export class ChangeRequestView {
  @Id() id!: string;
  @Id() project_id!: string;
  @Id() environment_id!: string;
  @Text() environment_name!: string;
  @Text({
    nullable: true,
    description: "The environment's name at submission; null if it is the same now, or not known.",
  })
  former_environment_name!: string | null;
  @OneOf(REQUEST_STATES) state!: RequestState;
  @Id() author_id!: string;
  @Text({ nullable: true, description: 'Null if the account was deleted.' }) author_name!: string | null;
  @Time({ nullable: true, description: 'Since when the author is a member; null if no longer.' }) author_joined_at!:
    | string
    | null;
  @Text({ nullable: true }) comment!: string | null;
  @Integer({ min: 0, max: 2 }) approvals_needed!: number;
  @ApiProperty({ type: [RequestApproval] }) approvals!: RequestApproval[];
  @ApiProperty({ type: [RequestedFlag], description: 'Empty if the request is for a plan.' }) changes!: RequestedFlag[];
  @ApiProperty({
    type: RequestedPlan,
    nullable: true,
    description: 'The plan that waits for approval; otherwise null.',
  })
  plan!: RequestedPlan | null;
  @Text({ description: 'SHA-256 of the changes or the plan, with every value before and after. For `if_match`.' })
  tag!: string;
  @Time() created_at!: string;
  @Time({ nullable: true, description: 'When it was applied or rejected.' }) closed_at!: string | null;
  @Id({ nullable: true, description: 'Who applied or rejected it; if rejected by its author, it was withdrawn.' })
  closed_by_id!: string | null;
  @Text({ nullable: true, description: 'Null if the account was deleted.' }) closed_by_name!: string | null;
}
