import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, Instant, Integer, OneOf, PageSize, Text, Time } from './fields.js';
import {
  AUDIT_ACTION_FILTERS,
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditActionFilter,
  type AuditValues,
} from '../wire/audit.js';
import { CHAIN_FAULTS, type ChainFaultKind } from '../wire/chain-faults.js';

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
  @Id({ nullable: true, description: 'The same in all entries of one call that changed many flags; null in others.' })
  group_id!: string | null;
  @Text({ nullable: true, description: 'Why, in the words of who made the change.' }) comment!: string | null;
  @Text({
    nullable: true,
    description: 'Why an owner went past a freeze with it; null where nobody did.',
  })
  bypass_reason!: string | null;
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
  @Text({ optional: true, max: 1000, description: 'From the Link header of the previous page.' }) cursor?: string;
}

const ACTION_FILTER =
  'The action of the entries. `flag_switch` finds those of every change that switched a flag on or off: `flag_toggle`, and `flag_update` where an edit, a restore, a promotion, an import, a schedule or a change request also switched.';

export class ProjectAuditQuery extends PageQuery {
  @Id({ optional: true, description: "A user's id." }) actor?: string;
  @Id({ optional: true }) flag?: string;
  @Id({ optional: true }) environment?: string;
  @OneOf(AUDIT_ACTION_FILTERS, { optional: true, description: ACTION_FILTER }) action?: AuditActionFilter;
  @Instant({ optional: true, description: 'Not before this.' }) from?: string;
  @Instant({ optional: true, description: 'Before this.' }) to?: string;
  @Text({
    optional: true,
    max: 200,
    description:
      'Words that an entry has, ten at most, each anywhere: in names, in the first 1,000 characters of a value, in the id of its request. A page looks at 2,000 entries and a megabyte at most, so it may be short, or empty, and have a next one.',
  })
  text?: string;
}

const EXPORT_FORMATS = ['ndjson', 'csv'] as const;

export class AuditExportQuery {
  @OneOf(EXPORT_FORMATS, { optional: true, description: 'NDJSON is the default, and what can be verified.' })
  format?: (typeof EXPORT_FORMATS)[number];
  @Id({ optional: true, description: "A user's id." }) actor?: string;
  @Id({ optional: true }) flag?: string;
  @Id({ optional: true }) environment?: string;
  @OneOf(AUDIT_ACTION_FILTERS, { optional: true, description: ACTION_FILTER }) action?: AuditActionFilter;
  @Instant({ optional: true, description: 'Not before this.' }) from?: string;
  @Instant({ optional: true, description: 'Before this.' }) to?: string;
}

export class AuditVerifyQuery {
  @Text({ optional: true, max: 1000, description: 'From the Link header of the previous part.' }) cursor?: string;
}

const NUMBER = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** A place in the chain of entries. */
export class ChainPositionView {
  @Integer({ ...NUMBER, description: 'The number of the entry; 0 before the first.' }) seq!: number;
  @Text({ description: 'SHA-256 of the hash before it, its number and its content, in hex.' }) hash!: string;
}

/** What contradicts the chain, and from which entry to which. */
export class ChainFaultView {
  @OneOf(CHAIN_FAULTS) kind!: ChainFaultKind;
  @Integer(NUMBER) seq!: number;
  @Integer(NUMBER) to_seq!: number;
  @Text({ description: 'The same in a sentence.' }) detail!: string;
}

/** A signed statement that the chain had this hash at this number. */
export class AuditCheckpoint extends ChainPositionView {
  @Time() signed_at!: string;
  @Text({ description: 'Names the key: its JWK thumbprint (RFC 7638).' }) kid!: string;
  @Text({ description: 'Ed25519, in base64url.' }) public_key!: string;
  @Text({ description: 'Of what docs/guides/audit.md describes, in base64url.' }) signature!: string;
}

/** An entry that says that a failover lost what a checkpoint had seen. */
export class LostHistoryView {
  @Integer({ ...NUMBER, description: 'The number of the entry.' }) seq!: number;
  @ApiProperty({ type: ChainPositionView }) checkpoint!: ChainPositionView;
  @Time() created_at!: string;
}

/** Of the entries of a part: as many as one answer has time for. The next part is in the Link header. */
export class AuditVerification {
  @Flag({ description: 'Whether nothing contradicts the chain.' }) verified!: boolean;
  @Integer({ ...NUMBER, description: 'How many entries were compared.' }) entries!: number;
  @ApiProperty({ type: ChainPositionView, description: 'The last entry up to which everything holds.' })
  up_to!: ChainPositionView;
  @Integer({ ...NUMBER, description: 'The last entry that the retention has dropped; 0 if none was.' })
  dropped!: number;
  @ApiProperty({ type: AuditCheckpoint, nullable: true, description: 'The last one that these entries were held to.' })
  checkpoint!: AuditCheckpoint | null;
  @ApiProperty({ type: [LostHistoryView] }) lost!: LostHistoryView[];
  @ApiProperty({ type: ChainFaultView, nullable: true }) fault!: ChainFaultView | null;
}
