import { ApiProperty } from '@nestjs/swagger';
import { FLAG_TYPES, type FlagType } from '../wire/flag-type.js';
import { PageQuery } from './audit.js';
import { Id, Integer, OffsetInstant, OneOf, Text, Time } from './fields.js';
import { UpdateFlagValueRequest } from './flags.js';
import { ObjectOf, ObjectsOf } from './objects.js';
import { ComparedValue } from './promotions.js';
import { SCHEDULE_BYTES } from './limits.js';

/** How many steps a schedule has at most. */
export const SCHEDULE_STEPS_AT_MOST = 20;

export const SCHEDULE_STATUSES = ['scheduled', 'paused', 'finished', 'cancelled'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** What becomes of a step that does not find things as they were expected. */
export const SCHEDULE_CHOICES = ['run', 'skip', 'pause'] as const;
export type ScheduleChoice = (typeof SCHEDULE_CHOICES)[number];

export const STEP_OUTCOMES = ['changed', 'unchanged', 'skipped'] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];

export const PAUSE_REASONS = ['member', 'author', 'flag_archived', 'value_changed', 'late', 'refused'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

const SCHEDULE_STATES = ['open', 'ended'] as const;

const IF_LATE = {
  description:
    'What becomes of a step that is more than 60 s late, as after an outage: run = carried out, and marked as late; skip = left out; pause = the schedule pauses.',
};
const IF_CHANGED = {
  description:
    'What becomes of a step when the value is no longer what this schedule found or made of it: run = carried out; skip = left out; pause = the schedule pauses.',
};
const NAME = { optional: true, nullable: true, max: 200, description: 'What it is for.' };

export class ScheduleStep {
  @OffsetInstant({
    description: 'In the future, each later than the one before.',
    example: '2027-03-01T09:00:00+01:00',
  })
  at!: string;
  @ObjectOf(UpdateFlagValueRequest, 'As where a value is edited: what is left out stays.')
  patch!: UpdateFlagValueRequest;
}

const STEPS = { minItems: 1, maxItems: SCHEDULE_STEPS_AT_MOST };

export class CreateScheduleRequest {
  @Text(NAME) name?: string | null;
  @ObjectsOf(ScheduleStep, { ...STEPS, description: `${SCHEDULE_BYTES.toLocaleString('en')} bytes of JSON at most.` })
  steps!: ScheduleStep[];
  @OneOf(SCHEDULE_CHOICES, { ...IF_LATE, description: `${IF_LATE.description} Default: run.`, optional: true })
  if_late?: ScheduleChoice;
  @OneOf(SCHEDULE_CHOICES, { ...IF_CHANGED, description: `${IF_CHANGED.description} Default: run.`, optional: true })
  if_changed?: ScheduleChoice;
}

/** What is left out stays. */
export class UpdateScheduleRequest {
  @Text(NAME) name?: string | null;
  @ObjectsOf(ScheduleStep, {
    ...STEPS,
    optional: true,
    description: 'Replaces the steps that wait. Those that are done stay.',
  })
  steps?: ScheduleStep[];
  @OneOf(SCHEDULE_CHOICES, { ...IF_LATE, optional: true }) if_late?: ScheduleChoice;
  @OneOf(SCHEDULE_CHOICES, { ...IF_CHANGED, optional: true }) if_changed?: ScheduleChoice;
}

export class SchedulesQuery extends PageQuery {
  @Id({ optional: true }) flag?: string;
  @Id({ optional: true }) environment?: string;
  @OneOf(SCHEDULE_STATES, {
    optional: true,
    description:
      'open (default) = scheduled and paused, in the order of their next steps; ended = finished and cancelled within 30 days, the last first.',
  })
  state?: (typeof SCHEDULE_STATES)[number];
}

/** A step, and what became of it. */
export class ScheduledStep {
  @Time() at!: string;
  @ApiProperty({ type: UpdateFlagValueRequest }) patch!: UpdateFlagValueRequest;
  @OneOf(STEP_OUTCOMES, {
    nullable: true,
    description: 'unchanged = the value was so already. Null while the step waits.',
  })
  outcome!: StepOutcome | null;
  @Time({ nullable: true }) done_at!: string | null;
  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
    description: 'By how many seconds it was late, where that is more than 60.',
  })
  late_seconds!: number | null;
  @OneOf(['late', 'value_changed'], { nullable: true, description: 'Why it was skipped.' })
  skipped_because!: 'late' | 'value_changed' | null;
  @Id({ nullable: true, description: 'The audit entry of the change.' }) entry_id!: string | null;
}

export class SchedulePause {
  @OneOf(PAUSE_REASONS, {
    description:
      'member = somebody paused it; author = its author may no longer change flags; flag_archived, value_changed, late = as they say; refused = the change was refused, see `detail`.',
  })
  reason!: PauseReason;
  @Text() detail!: string;
  @Time() at!: string;
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
  @OneOf(SCHEDULE_STATUSES) status!: ScheduleStatus;
  @OneOf(SCHEDULE_CHOICES, IF_LATE) if_late!: ScheduleChoice;
  @OneOf(SCHEDULE_CHOICES, IF_CHANGED) if_changed!: ScheduleChoice;
  @Id({ description: 'Who made, edited or resumed it last. Its changes are made in their name, as long as they may.' })
  author_id!: string;
  @Text({ nullable: true, description: 'Null if the account is gone.' }) author_name!: string | null;
  @ApiProperty({ type: [ScheduledStep] }) steps!: ScheduledStep[];
  @Time({ nullable: true, description: 'When the next step is due. Null once it has ended.' }) next_at!: string | null;
  @ApiProperty({ type: SchedulePause, nullable: true }) pause!: SchedulePause | null;
  @ApiProperty({ type: ComparedValue, description: 'What the flag is in this environment now.' })
  value!: ComparedValue;
  @Integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'In quotes, it is the ETag that If-Match is compared with.',
  })
  version!: number;
  @Time() created_at!: string;
  @Time({ nullable: true }) ended_at!: string | null;
}
