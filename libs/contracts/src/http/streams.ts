import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, Integer, Text, Time } from './fields.js';

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

export class ReplicaStreams {
  @Text({ description: 'The sdk-gateway as host and port.' }) replica!: string;
  @Integer({ ...COUNT, description: 'Its open streams of this environment.' }) open!: number;
  @Integer({ ...COUNT, description: 'How many of them were sent the latest revision.' }) up_to_date!: number;
  @Integer({
    ...COUNT,
    nullable: true,
    description: 'The revision that it has sent; null if it has no stream of this environment.',
  })
  revision!: number | null;
  @Time({ description: 'When it last reported.' }) reported_at!: string;
}

/** How many open streams of an environment have been sent its newest revision: "412 of 415 have revision 812". */
export class EnvironmentStreamsView {
  @Id() environment_id!: string;
  @Integer({ ...COUNT, description: 'The latest stored revision.' }) revision!: number;
  @Integer({ ...COUNT, description: 'Open streams on all replicas.' }) open!: number;
  @Integer({ ...COUNT, description: 'How many of them were sent the latest revision.' }) up_to_date!: number;
  @Flag({
    description:
      'False = replicas may be missing, because NATS is down or was a moment ago. The streams themselves keep working.',
  })
  complete!: boolean;
  @ApiProperty({ type: [ReplicaStreams], description: 'Every sdk-gateway that reported in the last few seconds.' })
  replicas!: ReplicaStreams[];
}
