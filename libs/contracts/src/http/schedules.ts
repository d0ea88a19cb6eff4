import { ApiProperty } from '@nestjs/swagger';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import { PageQuery } from './audit.js';
import { Id, Integer, OffsetInstant, OneOf, Text, Time } from './fields.js';
import { COMMENT, UpdateFlagValueRequest } from './flags.js';
import { ObjectOf, ObjectsOf } from './objects.js';
import { ComparedValue } from './promotions.js';
import { SCHEDULE_BYTES } from './limits.js';

/** The maximum number of steps in a schedule. */
export const SCHEDULE_STEPS_AT_MOST = 20;

/** in_review = a plan that waits for approvals; the approval that completes them starts it. */
export const SCHEDULE_STATUSES = ['in_review', 'scheduled', 'paused', 'finished', 'cancelled'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** The choices for a step that finds an unexpected value. */
export const SCHEDULE_CHOICES = ['run', 'skip', 'pause'] as const;
export type ScheduleChoice = (typeof SCHEDULE_CHOICES)[number];

export const STEP_OUTCOMES = ['changed', 'unchanged', 'skipped'] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];

export const PAUSE_REASONS = [
  'member',
  'author',
  'flag_archived',
  'value_changed',
  'late',
  'frozen',
  'refused',
  'link',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

const SCHEDULE_STATES = ['open', 'ended'] as const;

const IF_LATE = {
  description:
    'What happens to a step that is more than 60 s late, for example after an outage: run = apply it and mark it late; skip = skip it; pause = pause the schedule.',
};
const IF_CHANGED = {
  description:
    'What happens to a step if someone else changed the value meanwhile: run = apply it; skip = skip it; pause = pause the schedule.',
};
const COMMENT_OF_STEPS = {
  ...COMMENT,
  description: 'Why the changes are made. Stored in the audit entries of the schedule and of each step.',
};
const NAME = { optional: true, nullable: true, max: 200, description: 'What the schedule is for.' };

export class ScheduleStep {
  @OffsetInstant({
    description: 'In the future, each later than the previous one.',
    example: '2027-03-01T09:00:00+01:00',
  })
  at!: string;
  @ObjectOf(UpdateFlagValueRequest, 'Like an edit of a value: fields left out keep their value.')
  patch!: UpdateFlagValueRequest;
}

const STEPS = { minItems: 1, maxItems: SCHEDULE_STEPS_AT_MOST };

export class CreateScheduleRequest {
  @Text(NAME) name?: string | null;
  @ObjectsOf(ScheduleStep, { ...STEPS, description: `At most ${SCHEDULE_BYTES.toLocaleString('en')} bytes of JSON.` })
  steps!: ScheduleStep[];
  @OneOf(SCHEDULE_CHOICES, { ...IF_LATE, description: `${IF_LATE.description} Default: run.`, optional: true })
  if_late?: ScheduleChoice;
  @OneOf(SCHEDULE_CHOICES, {
    ...IF_CHANGED,
    description: `${IF_CHANGED.description} Default: run; pause where the environment requires approvals.`,
    optional: true,
  })
  if_changed?: ScheduleChoice;
  @Text(COMMENT_OF_STEPS) comment?: string;
}

/** Omitted fields stay as they are. */
export class UpdateScheduleRequest {
  @Text(NAME) name?: string | null;
  @ObjectsOf(ScheduleStep, {
    ...STEPS,
    optional: true,
    description: 'Replaces the remaining steps. Steps already done stay.',
  })
  steps?: ScheduleStep[];
  @OneOf(SCHEDULE_CHOICES, { ...IF_LATE, optional: true }) if_late?: ScheduleChoice;
  @OneOf(SCHEDULE_CHOICES, { ...IF_CHANGED, optional: true }) if_changed?: ScheduleChoice;
  @Text(COMMENT_OF_STEPS) comment?: string;
}

export class SchedulesQuery extends PageQuery {
  @Id({ optional: true }) flag?: string;
  @Id({ optional: true }) environment?: string;
  @OneOf(SCHEDULE_STATES, {
    optional: true,
    description:
      'open (default) = in review, scheduled and paused, by next step; ended = finished and canceled in the last 30 days, newest first.',
  })
  state?: (typeof SCHEDULE_STATES)[number];
}

/** A step, and what became of it. */
export class ScheduledStep {
  @Time() at!: string;
  @ApiProperty({ type: UpdateFlagValueRequest }) patch!: UpdateFlagValueRequest;
  @ApiProperty({
    type: ComparedValue,
    required: false,
    description: 'Of a plan that was submitted for approval: the whole value that the step sets. Otherwise absent.',
  })
  to?: ComparedValue;
  @OneOf(STEP_OUTCOMES, {
    nullable: true,
    description: 'unchanged = the value already matched. Null until the step is due.',
  })
  outcome!: StepOutcome | null;
  @Time({ nullable: true }) done_at!: string | null;
  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
    description: 'How many seconds late it ran, if more than 60.',
  })
  late_seconds!: number | null;
  @OneOf(['late', 'value_changed'], { nullable: true, description: 'Why it was skipped.' })
  skipped_because!: 'late' | 'value_changed' | null;
  @Id({ nullable: true, description: 'The audit entry of the change.' }) entry_id!: string | null;
}

export class SchedulePause {
  @OneOf(PAUSE_REASONS, {
    description:
      'member = a member paused it; author = its author can no longer change flags; flag_archived, value_changed, late = the reason is in the name; frozen = the environment was frozen; refused = the change was refused, see `detail`; link = a switch-off link paused it.',
  })
  reason!: PauseReason;
  @Text() detail!: string;
  @Time() at!: string;
}

export class PlanApprover {
  @Id() user_id!: string;
  @Text({ nullable: true, description: 'Null if the account was deleted.' }) user_name!: string | null;
}

/** The approval of a plan. It stays until the plan is edited, whatever the environment requires later. */
export class PlanApproval {
  @Id({ nullable: true, description: 'The change request; null if an owner overrode the approvals.' })
  change_request_id!: string | null;
  @Time() approved_at!: string;
  @Id({ description: 'Who submitted the approved plan.' }) author_id!: string;
  @ApiProperty({ type: [PlanApprover], description: 'Empty if an owner overrode the approvals.' })
  approvers!: PlanApprover[];
  @Text({ nullable: true, description: 'Why an owner overrode the approvals; otherwise null.' })
  bypass_reason!: string | null;
  @Text({ description: 'The SHA-256 of the approved plan.' }) content_sha256!: string;
}

export class ScheduleView {
  @Id() id!: string;
  @Id() project_id!: string;
  @Id() flag_id!: string;
  @Text() flag_key!: string;
  @Text() flag_name!: string;
  @OneOf(FLAG_TYPES) flag_type!: FlagType;
  @Id() environment_id!: string;
  @Text() environment_name!: string;
  @Text({ nullable: true }) name!: string | null;
  @Text({ nullable: true }) comment!: string | null;
  @OneOf(SCHEDULE_STATUSES) status!: ScheduleStatus;
  @OneOf(SCHEDULE_CHOICES, IF_LATE) if_late!: ScheduleChoice;
  @OneOf(SCHEDULE_CHOICES, IF_CHANGED) if_changed!: ScheduleChoice;
  @Id({
    description:
      'Who last created, edited or resumed it. Its changes are made in their name, while they have the role.',
  })
  author_id!: string;
  @Text({ nullable: true, description: 'Null if the account was deleted.' }) author_name!: string | null;
  @Id({ nullable: true, description: 'The last change request for this plan; null if approval was never requested.' })
  change_request_id!: string | null;
  @ApiProperty({ type: PlanApproval, nullable: true, description: 'Null if these steps were not approved.' })
  approval!: PlanApproval | null;
  @ApiProperty({ type: [ScheduledStep] }) steps!: ScheduledStep[];
  @Time({ nullable: true, description: 'When the next step is due. Null once the schedule has ended.' }) next_at!:
    | string
    | null;
  @ApiProperty({ type: SchedulePause, nullable: true }) pause!: SchedulePause | null;
  @ApiProperty({ type: ComparedValue, description: 'The current value of the flag in this environment.' })
  value!: ComparedValue;
  @Integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'In quotes, this is the ETag for If-Match.',
  })
  version!: number;
  @Time() created_at!: string;
  @Time({ nullable: true }) ended_at!: string | null;
}
