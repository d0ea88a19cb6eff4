import { Flag, Id, Integer, Texts, Time } from './fields.js';

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
  @Texts({
    max: 400,
    optional: true,
    description:
      'Only for admins: origins of pages that were refused in the last 10 minutes, with a key of the environment or from your own address.',
  })
  refused_origins?: string[];
}
