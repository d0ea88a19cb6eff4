import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, Instant, Integer, OneOf, PageSize, Text, Time } from './fields.js';
import {
  AUDIT_ACTION_FILTERS,
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditActionFilter,
  type AuditValues,
  type Performer,
  PERFORMERS,
  VIAS,
} from '../wire/audit.js';
import { CHAIN_FAULTS, type ChainFaultKind } from '../wire/chain-faults.js';

export class PerformerView implements Performer {
  @OneOf(PERFORMERS) kind!: Performer['kind'];
  @Id({ nullable: true, description: 'Null where the installation has only one of its kind.' }) id!: string | null;
  @Text({ optional: true, nullable: true, description: 'Of a token, as it was then; null once erased.' })
  name?: string | null;
}

export class AuditEntryView {
  @Id() id!: string;
  @OneOf(AUDIT_ACTIONS) action!: AuditAction;
  @Id() project_id!: string;
  @Id({ nullable: true }) flag_id!: string | null;
  @Text({ nullable: true }) flag_key!: string | null;
  @Id({ nullable: true }) environment_id!: string | null;
  @Text({ nullable: true }) environment_name!: string | null;
  @Id() user_id!: string;
  @Text() user_name!: string;
  @ApiProperty({ type: Object, nullable: true }) old_values!: AuditValues;
  @ApiProperty({ type: Object, nullable: true }) new_values!: AuditValues;
  @Text({ nullable: true, description: 'The x-request-id of the change.' }) request_id!: string | null;
  @Id({ nullable: true, description: 'Shared by all entries of one call that changed many flags; null otherwise.' })
  group_id!: string | null;
  @Text({ nullable: true, description: 'The comment of the person who made the change.' }) comment!: string | null;
  @Text({
    nullable: true,
    description: 'Why an owner overrode a freeze or an approval; null otherwise.',
  })
  bypass_reason!: string | null;
  @ApiProperty({ type: PerformerView, nullable: true, description: 'What made the change; null in entries of 0.1.0.' })
  performed_by!: PerformerView | null;
  @Id({ nullable: true, description: 'The account for which a token or a schedule acted.' })
  on_behalf_of!: string | null;
  @Text({ nullable: true, description: `How the change arrived: ${VIAS.join(', ')}, or another way.` })
  via!: string | null;
  @Text({ nullable: true, description: 'The address of the CI job.' }) run!: string | null;
  @Time() created_at!: string;
}

/** The last change of a flag. */
export class LatestChange {
  @Id() flag_id!: string;
  @OneOf(AUDIT_ACTIONS) action!: AuditAction;
  @Id({ nullable: true }) environment_id!: string | null;
  @Text({ nullable: true }) environment_name!: string | null;
  @Id() user_id!: string;
  @Text() user_name!: string;
  @Time() created_at!: string;
}

export class PageQuery {
  @PageSize({ most: 1000 }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous page.' })
  cursor?: string;
}

const ACTION_FILTER =
  'Filters by action. `flag_switch` matches every change that switched a flag on or off: `flag_toggle`, and `flag_update` if an edit, restore, promotion, import, schedule or change request also switched it.';

export class ProjectAuditQuery extends PageQuery {
  @Id({ optional: true, description: "A user's id." }) actor?: string;
  @Id({ optional: true }) flag?: string;
  @Id({ optional: true }) environment?: string;
  @OneOf(AUDIT_ACTION_FILTERS, { optional: true, description: ACTION_FILTER }) action?: AuditActionFilter;
  @Instant({ optional: true, description: 'At or after this time.' }) from?: string;
  @Instant({ optional: true, description: 'Before this time.' }) to?: string;
  @Text({
    optional: true,
    max: 200,
    description:
      'Up to ten words that an entry contains anywhere: in names, in comments, in the first 1,000 characters of a value, or in its request id. A page scans up to 2,000 entries and 1 MB, so it can be short or empty and still have a next page.',
  })
  text?: string;
}

const EXPORT_FORMATS = ['ndjson', 'csv'] as const;

export class AuditExportQuery {
  @OneOf(EXPORT_FORMATS, { optional: true, description: 'NDJSON is the default and can be verified.' })
  format?: (typeof EXPORT_FORMATS)[number];
  @Id({ optional: true, description: "A user's id." }) actor?: string;
  @Id({ optional: true }) flag?: string;
  @Id({ optional: true }) environment?: string;
  @OneOf(AUDIT_ACTION_FILTERS, { optional: true, description: ACTION_FILTER }) action?: AuditActionFilter;
  @Instant({ optional: true, description: 'At or after this time.' }) from?: string;
  @Instant({ optional: true, description: 'Before this time.' }) to?: string;
}

export class AuditVerifyQuery {
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous part.' })
  cursor?: string;
}

const NUMBER = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** A place in the chain of entries. */
export class ChainPositionView {
  @Integer({ ...NUMBER, description: 'Entry number; 0 before the first.' }) seq!: number;
  @Text({ description: 'SHA-256 of the previous hash, the number and the content, in hex.' }) hash!: string;
}

/** A contradiction in the chain, and its range of entries. */
export class ChainFaultView {
  @OneOf(CHAIN_FAULTS) kind!: ChainFaultKind;
  @Integer(NUMBER) seq!: number;
  @Integer(NUMBER) to_seq!: number;
  @Text({ description: 'The same in a sentence.' }) detail!: string;
}

/** A signed statement that the chain had this hash at this number. */
export class AuditCheckpoint extends ChainPositionView {
  @Time() signed_at!: string;
  @Text({ description: 'Key id: its JWK thumbprint (RFC 7638).' }) kid!: string;
  @Text({ description: 'Ed25519, in base64url.' }) public_key!: string;
  @Text({ description: 'Signature over the text described in docs/guides/audit.md, in base64url.' }) signature!: string;
}

/** A signed statement that the chain begins after this position, because what came before was dropped. */
export class AuditBeginning extends AuditCheckpoint {
  @Integer({
    ...NUMBER,
    nullable: true,
    description: 'The retention that dropped them, in months; null when they were gone before beginnings were signed.',
  })
  retention_months!: number | null;
}

/** An entry that says that a failover lost what a checkpoint had seen. */
export class LostHistoryView {
  @Integer({ ...NUMBER, description: 'Entry number.' }) seq!: number;
  @ApiProperty({ type: ChainPositionView }) checkpoint!: ChainPositionView;
  @Time() created_at!: string;
  @Time({ nullable: true, description: 'Null: version 0.1.0 recorded it, and nothing is signed.' })
  signed_at!: string | null;
}

/** One part of the entries, limited by time. The Link header has the next part. */
export class AuditVerification {
  @Flag({ description: 'Whether the chain is intact.' }) verified!: boolean;
  @Integer({ ...NUMBER, description: 'How many entries were checked.' }) entries!: number;
  @ApiProperty({ type: ChainPositionView, description: 'The last entry up to which the chain is intact.' })
  up_to!: ChainPositionView;
  @Integer({ ...NUMBER, description: 'The last entry removed by retention; 0 if none.' })
  dropped!: number;
  @ApiProperty({
    type: AuditBeginning,
    nullable: true,
    description: 'What is signed of the beginning; null if the chain begins with entry 1.',
  })
  beginning!: AuditBeginning | null;
  @ApiProperty({
    type: AuditCheckpoint,
    nullable: true,
    description: 'The latest checkpoint that these entries were checked against.',
  })
  checkpoint!: AuditCheckpoint | null;
  @ApiProperty({ type: [LostHistoryView] }) lost!: LostHistoryView[];
  @ApiProperty({ type: ChainFaultView, nullable: true }) fault!: ChainFaultView | null;
}
