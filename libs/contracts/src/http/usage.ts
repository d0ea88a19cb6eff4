import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { PageQuery } from './audit.js';
import { Id, Integer, Text, Time } from './fields.js';

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** Which flags of a project are evaluated. */
export class ProjectUsageQuery extends PageQuery {
  @Id({ optional: true, description: 'In this environment only.' }) environment?: string;
}

export class FlagUsageSummary {
  @Id() flag_id!: string;
  @Time({ nullable: true, description: 'When it was last reported; null = not in the time that usage is kept.' })
  last_at!: string | null;
  @ApiProperty({ type: [Number], description: 'Evaluations in each of the last 24 hours, the current hour last.' })
  hours!: number[];
  @ApiProperty({
    type: [String],
    description: 'Up to five applications that evaluated it in the last 30 days, latest first.',
  })
  apps!: string[];
}

export class FlagUsageQuery {
  @Id({ optional: true, description: 'In this environment only.' }) environment?: string;
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value,
  )
  @Integer({ min: 1, max: 90, optional: true, description: 'Default: 1. Up to 7 = by hour; more = by day.' })
  days?: number;
}

export class UsageBucket {
  @Time({ description: 'Start of the hour or day, in UTC.' }) at!: string;
  @Integer(COUNT) count!: number;
}

export class VariantCounts {
  @Integer(COUNT) on!: number;
  @Integer(COUNT) off!: number;
  @Integer(COUNT) targeted!: number;
  @Integer({ ...COUNT, description: "The code's default was returned." }) error!: number;
}

export class AppLastAt {
  @Text({ description: 'As reported.' }) app!: string;
  @Time() last_at!: string;
}

/** How one flag is used in one environment. */
export class FlagEnvironmentUsage {
  @Id() environment_id!: string;
  @Time({ nullable: true }) last_at!: string | null;
  @ApiProperty({ type: VariantCounts }) variants!: VariantCounts;
  @ApiProperty({ type: [UsageBucket], description: 'Without environments that have none.' }) buckets!: UsageBucket[];
  @ApiProperty({ type: [AppLastAt], description: 'Applications that evaluate it, latest first.' }) apps!: AppLastAt[];
}

export class PositionInstances {
  @Text({ nullable: true, description: '`<epoch>-<revision>`; null if the instance did not report it.' })
  position!: string | null;
  @Integer(COUNT) instances!: number;
}

/** An application with one version of one SDK. */
export class AppUsage {
  @Text() app!: string;
  @Text() sdk!: string;
  @Text() sdk_version!: string;
  @Time() seen_at!: string;
  @ApiProperty({ type: [PositionInstances], description: 'Positions of the instances of the last day; ten at most.' })
  positions!: PositionInstances[];
}

/** A key that an application evaluates and that no flag has. */
export class UnknownKey {
  @Text() key!: string;
  @Text() app!: string;
  @Integer(COUNT) count!: number;
  @Time() first_at!: string;
  @Time() seen_at!: string;
}

export class EnvironmentUsage {
  @ApiProperty({ type: [AppUsage], description: 'At most 100.' }) apps!: AppUsage[];
  @ApiProperty({ type: [UnknownKey], description: 'At most 200, latest first.' }) unknown_keys!: UnknownKey[];
  @ApiProperty({
    type: [AppLastAt],
    description: 'Protocols that evaluate all flags at once, so that it is unknown which flags were used.',
  })
  bulk!: AppLastAt[];
}
