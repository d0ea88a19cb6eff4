import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, Ids, Integer, OneOf, PageSize, Text, Time } from './fields.js';

/** The kinds of notices. Later releases may add kinds: show an unknown kind by its `about`. */
export const NOTICE_KINDS = [
  'request_waits',
  'request_decided',
  'plan_waits',
  'plan_approved',
  'plan_rejected',
  'plan_paused',
  'plan_cancelled',
  'plan_taken_over',
  'project_owned',
  'token_ends',
  'flag_stale',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const REQUEST_DECISIONS = ['approved', 'rejected', 'applied'] as const;
export type RequestDecision = (typeof REQUEST_DECISIONS)[number];

const READ_AT_ONCE = 100;

export class ListNoticesQuery {
  @PageSize({ most: 100, otherwise: '50' }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous page.' })
  cursor?: string;
}

/** Ids, and names as they were then. Each is there where it fits the kind. */
export class NoticeAbout {
  @Id({ optional: true }) schedule_id?: string;
  @Text({ optional: true, nullable: true }) schedule_name?: string | null;
  @Id({ optional: true, nullable: true, description: 'The change request, of a plan or of values.' })
  change_request_id?: string | null;
  @Id({ optional: true }) flag_id?: string;
  @Text({ optional: true }) flag_key?: string;
  @Text({ optional: true }) flag_name?: string;
  @Id({ optional: true }) environment_id?: string;
  @Text({ optional: true }) environment_name?: string;
  @OneOf(REQUEST_DECISIONS, { optional: true, description: 'What someone else did with your change request.' })
  decision?: RequestDecision;
  @Integer({ optional: true, min: 1, max: 50, description: 'How many flags a request changes. One is also named.' })
  flags?: number;
  @Text({
    optional: true,
    description: 'Why a plan is paused: `pause.reason` of the schedule. Of a stale flag: what all get, on or off.',
  })
  reason?: string;
  @Text({ optional: true, nullable: true, description: '`pause.detail` of the schedule.' }) detail?: string | null;
  @Id({ optional: true }) token_id?: string;
  @Text({ optional: true }) token_name?: string;
  @Time({ optional: true, description: 'When the API token ends.' }) ends_at?: string;
}

/**
 * A notice of one account, most in one project. It ends with the membership, 30 days after it was read, and when what waits is
 * settled.
 */
export class NoticeView {
  @Id() id!: string;
  @Id({ nullable: true, description: 'Null of a personal token.' }) project_id!: string | null;
  @Text({ nullable: true }) project_name!: string | null;
  @OneOf(NOTICE_KINDS) kind!: NoticeKind;
  @ApiProperty({ type: NoticeAbout }) about!: NoticeAbout;
  @Id({ nullable: true, description: 'Who did it. Null if Burgee did.' }) actor_id!: string | null;
  @Text({ nullable: true, description: 'Null if Burgee did it, or the account was deleted.' })
  actor_name!: string | null;
  @Time() created_at!: string;
  @Time({ nullable: true, description: 'Null until the account reads it.' }) read_at!: string | null;
}

/** Either `ids` or `all`. */
export class ReadNoticesRequest {
  @Ids({ optional: true, minItems: 1, maxItems: READ_AT_ONCE, description: 'Ids that are not yours are ignored.' })
  ids?: string[];
  @Flag({ optional: true, description: 'true: all unread notices.' }) all?: boolean;
}

export class ReadNotices {
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'How many are still unread.' }) unread!: number;
}
