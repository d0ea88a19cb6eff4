import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, Integer, OneOf, Text, Time } from './fields.js';

/** An engine, as one process sees it. */
export class DependencyView {
  @Text({ example: 'postgres' }) name!: string;
  @OneOf(['up', 'down', 'unknown']) state!: 'up' | 'down' | 'unknown';
  @Time({ description: 'Since when it has been in this state.' }) since!: string;
  @Text({ nullable: true, description: 'Why it is down: unreachable, or how it refuses the process.' })
  reason!: string | null;
  @Text({ nullable: true }) last_error!: string | null;
}

/** A number that a process reports, as on its /status. */
export class FigureView {
  @Text({ example: 'outbox.dead_letters', description: 'The section and the name of it on /status.' }) name!: string;
  @ApiProperty({ type: Number, description: 'Yes is 1, no is 0.' }) value!: number;
}

export class ProcessView {
  @Id({ description: 'Made anew at each start.' }) id!: string;
  @Text({ example: 'sdk-gateway' }) service!: string;
  @Text({ example: 'burgee-1:8083', description: 'Host and port.' }) instance!: string;
  @Text() version!: string;
  @Text() commit!: string;
  @Text({ description: 'The version of Node.' }) node!: string;
  @Time() started_at!: string;
  @Time({ description: 'When it last reported.' }) reported_at!: string;
  @Flag({ description: 'False: it reported a moment ago, and not this time.' }) answered!: boolean;
  @OneOf(['ok', 'degraded', 'unavailable'], { description: 'As its /readyz.' })
  status!: 'ok' | 'degraded' | 'unavailable';
  @Text({ nullable: true }) detail!: string | null;
  @ApiProperty({ type: [DependencyView] }) dependencies!: DependencyView[];
  @ApiProperty({ type: [FigureView] }) figures!: FigureView[];
}

/** An outbox message that was refused again and again. It waits until somebody delivers it again. */
export class DeadLetterView {
  @Text({ example: 'flags-admin', description: 'Whose outbox it is in.' }) service!: string;
  @Id() event_id!: string;
  @Text({ nullable: true, description: 'What was done, where it is an audit message.' }) action!: string | null;
  @Time() created_at!: string;
  @Text({ nullable: true }) last_error!: string | null;
}

/** What runs, and how it is. */
export class OperationsView {
  @Time() asked_at!: string;
  @Flag({ description: 'False: NATS is down for the process that answers, so only that one is listed.' })
  complete!: boolean;
  @ApiProperty({ type: [ProcessView], description: 'By service and instance.' }) processes!: ProcessView[];
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'How many dead-lettered messages there are in all.' })
  dead_letter_count!: number;
  @ApiProperty({ type: [DeadLetterView], description: 'The 20 oldest of each service.' })
  dead_letters!: DeadLetterView[];
}
