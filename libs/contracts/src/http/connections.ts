import { Flag, Id, Integer, Time } from './fields.js';

/** Whether applications have connected with an environment's keys. */
export class EnvironmentConnection {
  @Id() environment_id!: string;
  @Time({
    nullable: true,
    description:
      'When flags were last read, within 10 s for a busy environment. Null if never since the gateways started.',
  })
  last_seen_at!: string | null;
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Open event streams of the environment.' })
  streams!: number;
  @Flag({ description: 'False = gateways may be missing, because NATS is down or was a moment ago.' })
  complete!: boolean;
}
