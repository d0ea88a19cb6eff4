import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, Integer, OneOf, Text, Time } from './fields.js';

/** An engine, as one process sees it. */
export class DependencyView {
  @Text({ example: 'postgres' }) name!: string;
  @OneOf(['up', 'down', 'unknown']) state!: 'up' | 'down' | 'unknown';
  @Time({ description: 'When it entered this state.' }) since!: string;
  @Text({ nullable: true, description: 'Why it is down: unreachable, or how it refuses the process.' })
  reason!: string | null;
  @Text({ nullable: true }) last_error!: string | null;
}

/** A number that a process reports, as on its /status. */
export class FigureView {
  @Text({ example: 'outbox.dead_letters', description: 'Section and name on /status.' }) name!: string;
  @ApiProperty({ type: Number, description: '1 = yes, 0 = no.' }) value!: number;
}

export class ProcessView {
  @Id({ description: 'New at each start.' }) id!: string;
  @Text({ example: 'sdk-gateway' }) service!: string;
  @Text({ example: 'burgee-1:8083', description: 'Host and port.' }) instance!: string;
  @Text() version!: string;
  @Text() commit!: string;
  @Text({ description: 'The version of Node.' }) node!: string;
  @Time() started_at!: string;
  @Time({ description: 'When it last reported.' }) reported_at!: string;
  @Flag({ description: 'False = it reported a moment ago, but not this time.' }) answered!: boolean;
  @OneOf(['ok', 'degraded', 'unavailable'], { description: 'The same as its /readyz.' })
  status!: 'ok' | 'degraded' | 'unavailable';
  @Text({ nullable: true }) detail!: string | null;
  @ApiProperty({ type: [DependencyView] }) dependencies!: DependencyView[];
  @ApiProperty({ type: [FigureView] }) figures!: FigureView[];
}

/** An outbox message that its receiver kept refusing. It waits until an operator redelivers it. */
export class DeadLetterView {
  @Text({ example: 'flags-admin', description: 'The service whose outbox has it.' }) service!: string;
  @Id() event_id!: string;
  @Text({ nullable: true, description: 'The action, if it is an audit message.' }) action!: string | null;
  @Time() created_at!: string;
  @Text({ nullable: true }) last_error!: string | null;
}

/** What runs, and how it is. */
export class OperationsView {
  @Time() asked_at!: string;
  @Flag({ description: 'False = NATS is down for the process that answered, so only that one is listed.' })
  complete!: boolean;
  @ApiProperty({ type: [ProcessView], description: 'Sorted by service and instance.' }) processes!: ProcessView[];
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Total of dead-lettered messages.' })
  dead_letter_count!: number;
  @ApiProperty({ type: [DeadLetterView], description: 'The 20 oldest of each service.' })
  dead_letters!: DeadLetterView[];
}
