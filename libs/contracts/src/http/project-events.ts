import { AUDIT_ACTIONS, type AuditAction } from '../wire/audit.js';
import { Id, OneOf, Text, Time } from './fields.js';
import type { ProjectView } from './projects.js';

/** What changed in a project and who changed it, not its present value. Data of the event `change`. */
export class ProjectChange {
  @OneOf(AUDIT_ACTIONS) action!: AuditAction;
  @Id() project_id!: string;
  @Id({ nullable: true }) flag_id!: string | null;
  @Text({ nullable: true }) flag_key!: string | null;
  @Id({ nullable: true }) environment_id!: string | null;
  @Text({ nullable: true }) environment_name!: string | null;
  @Id() user_id!: string;
  @Text() user_name!: string;
  @Text({ nullable: true, description: 'The x-request-id of the change: a page recognizes its own changes by it.' })
  request_id!: string | null;
  @Id({ optional: true, nullable: true, description: 'Shared by all changes of one call that changed many flags.' })
  group_id?: string | null;
  @Time() at!: string;
}

/** The data of each kind of event on GET /api/projects/:id/events. */
export interface ProjectEvents {
  /**
   * Sent right after the headers. Any later read includes every change before this event, and earlier reads at these
   * revisions or later are current too. Settings have no revision, so `project` is the present answer of
   * GET /api/projects/:id; services of the previous release leave it out.
   */
  ready: {
    project_id: string;
    environments: { environment_id: string; revision: number }[];
    project?: ProjectView;
  };
  change: ProjectChange;
  /** An unknown part changed: the page reads everything again. */
  unknown_change: { project_id: string };
  /** A heartbeat every 10 s: a page that receives none for longer has lost its connection. */
  beat: { at: string };
}
