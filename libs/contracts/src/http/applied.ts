import { ApiProperty } from '@nestjs/swagger';
import { Flag, Integer, Text, Time } from './fields.js';

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

export class WaitingClients {
  @Text({ description: 'The sdk-gateway as host and port; for an edge, the start of its id.' }) replica!: string;
  @Integer({
    ...COUNT,
    description: 'Its streams that were not sent the change, or have not acknowledged it on request.',
  })
  streams!: number;
  @Integer({ ...COUNT, description: 'Its pollers that have not acknowledged it.' }) pollers!: number;
  @Time({ nullable: true, description: 'When the least recently seen of these pollers was last seen.' })
  last_seen_at!: string | null;
}

/** Who has a change: "412 of 415 clients have it". */
export class AppliedView {
  @Text({ description: 'The Burgee-Position of the change.' }) position!: string;
  @Integer({
    ...COUNT,
    description: 'Streams open at the time of the change, and pollers seen in the two minutes before.',
  })
  clients!: number;
  @Integer({ ...COUNT, description: 'How many of them were sent the change.' }) delivered!: number;
  @Integer({ ...COUNT, description: 'How many of them acknowledged it.' }) applied!: number;
  @Integer({ ...COUNT, description: 'How many are unknown: they or their replica left, or NATS is down.' })
  unknown!: number;
  @Integer({ ...COUNT, description: 'How many of the clients are clients of edges, as reported by the edges.' })
  at_edges!: number;
  @Flag({ description: 'Whether pollers were identified only by address and user agent.' }) estimated!: boolean;
  @Flag({ description: 'Whether only a sample of streams was asked, because there are too many.' })
  sampled!: boolean;
  @Flag({ description: 'False = replicas may be missing, because NATS is down or was a moment ago.' })
  complete!: boolean;
  @ApiProperty({ type: [WaitingClients], description: 'Clients still waited for, by replica.' })
  waiting!: WaitingClients[];
  @Text({ optional: true, description: 'Why there was no wait. The change is made anyway.' })
  not_waited?: string;
}
