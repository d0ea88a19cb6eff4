import { ApiProperty } from '@nestjs/swagger';
import { Flag, Integer, Text, Time } from './fields.js';

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

export class WaitingClients {
  @Text({ description: 'The sdk-gateway, as host and port; of an edge, the beginning of its id.' }) replica!: string;
  @Integer({
    ...COUNT,
    description: 'Its streams that were not sent the change, or were asked and have not acknowledged it.',
  })
  streams!: number;
  @Integer({ ...COUNT, description: 'Its pollers that have not said that they have it.' }) pollers!: number;
  @Time({ nullable: true, description: 'When the one of these pollers was seen that was seen longest ago.' })
  last_seen_at!: string | null;
}

/** Who has a change: "412 of 415 clients have it". */
export class AppliedView {
  @Text({ description: 'As Burgee-Position names the change.' }) position!: string;
  @Integer({ ...COUNT, description: 'Streams open when the change was made, and pollers of the two minutes before.' })
  clients!: number;
  @Integer({ ...COUNT, description: 'How many of them were sent it.' }) delivered!: number;
  @Integer({ ...COUNT, description: 'How many of them said that they have it.' }) applied!: number;
  @Integer({ ...COUNT, description: 'Of how many nobody knows: they left, or their replica did, or NATS is down.' })
  unknown!: number;
  @Integer({ ...COUNT, description: 'How many of the clients are those of edges, as these report them.' })
  at_edges!: number;
  @Flag({ description: 'Whether pollers were told apart by address and user agent alone.' }) estimated!: boolean;
  @Flag({ description: 'Whether too many streams acknowledge for each to be asked, so that some were.' })
  sampled!: boolean;
  @Flag({ description: 'False: replicas may be missing, as NATS is down or was a moment ago.' }) complete!: boolean;
  @ApiProperty({ type: [WaitingClients], description: 'Those that are waited for, by replica.' })
  waiting!: WaitingClients[];
  @Text({ optional: true, description: 'Why nobody was waited for. The change is made all the same.' })
  not_waited?: string;
}
