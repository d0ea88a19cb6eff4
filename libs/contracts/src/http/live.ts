import { AUDIT_ACTIONS, type AuditAction } from './audit.js';
import { Flag, Id, Integer, OneOf, Text, Time } from './fields.js';

/** What changed in a project and who did it; what it is now is asked of its own address. Data of the event `change`. */
export class ProjectChange {
  @OneOf(AUDIT_ACTIONS) action!: AuditAction;
  @Id() project_id!: string;
  @Id({ nullable: true }) flag_id!: string | null;
  @Text({ nullable: true }) flag_key!: string | null;
  @Id({ nullable: true }) environment_id!: string | null;
  @Text({ nullable: true }) environment_name!: string | null;
  @Id() user_id!: string;
  @Text() user_name!: string;
  @Text({ nullable: true, description: 'The x-request-id of the change: a page knows its own by it.' })
  request_id!: string | null;
  @Time() at!: string;
}

/** The data of each kind of event on GET /api/projects/:id/events. */
export interface ProjectEvents {
  /** At once after the headers: everything read from now on is newer than what is not told. */
  ready: { project_id: string };
  change: ProjectChange;
  /** Something changed, and it is not known what: read anew. */
  unknown_change: { project_id: string };
  /** Every 10 s: a page that hears none for longer has lost its connection. */
  beat: { at: string };
}

/** Whether applications have come in with an environment's keys. */
export class EnvironmentConnection {
  @Id() environment_id!: string;
  @Time({
    nullable: true,
    description: 'When one last did; a busy one is told every 10 s. Null when none did since the gateways started.',
  })
  last_seen_at!: string | null;
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Its open event streams.' }) streams!: number;
  @Flag({ description: 'False: gateways may be missing, as NATS is away or was a moment ago.' }) complete!: boolean;
}
