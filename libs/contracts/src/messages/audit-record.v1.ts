import { Equals, IsIn, IsISO8601, IsObject, IsOptional, IsString, IsUUID } from 'class-validator';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditValues,
  INSTANCE_ACTIONS,
  type InstanceAction,
  type Performer,
} from '../wire/audit.js';

/** Absent from senders of 0.1.0. Kinds of performers that later senders add are stored as they are. */
abstract class WithProvenance {
  @IsOptional() @IsObject() performed_by?: Performer | null;
  @IsOptional() @IsUUID() on_behalf_of?: string | null;
  @IsOptional() @IsString() via?: string;
  @IsOptional() @IsString() run?: string | null;
}

/** `audit.record`, request: who changed what. `event_id` makes repeating it harmless. */
export class AuditRecordV1 extends WithProvenance {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsIn(AUDIT_ACTIONS) action!: AuditAction;
  @IsUUID() project_id!: string;
  @IsOptional() @IsUUID() flag_id!: string | null;
  @IsOptional() @IsString() flag_key!: string | null;
  @IsOptional() @IsUUID() environment_id!: string | null;
  @IsOptional() @IsString() environment_name!: string | null;
  @IsUUID() user_id!: string;
  @IsString() user_name!: string;
  @IsOptional() @IsObject() old_values!: AuditValues;
  @IsOptional() @IsObject() new_values!: AuditValues;
  @IsOptional() @IsString() request_id!: string | null;
  /** The same in all entries of one call that changed many flags; absent in others. */
  @IsOptional() @IsUUID() group_id?: string | null;
  /** The reason, in the words of the actor, if given. */
  @IsOptional() @IsString() comment?: string | null;
  /** Why it went past a rule of an environment; absent where it did not. */
  @IsOptional() @IsString() bypass_reason?: string | null;
  /** The environment's position after the change; absent if the change made no revision. */
  @IsOptional() @IsObject() position?: { epoch: string; revision: number } | null;
  @IsISO8601() occurred_at!: string;
}

/**
 * `audit.instance`, request: a record without a project. Permission to send it opens no project's chain, but for entries
 * about tokens.
 */
export class AuditInstanceV1 extends WithProvenance {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  @IsIn(INSTANCE_ACTIONS) action!: InstanceAction;
  /** Of a token of a project; means nothing with other actions. */
  @IsOptional() @IsUUID() project_id?: string;
  @IsUUID() user_id!: string;
  @IsString() user_name!: string;
  @IsOptional() @IsObject() old_values!: AuditValues;
  @IsOptional() @IsObject() new_values!: AuditValues;
  @IsOptional() @IsString() request_id!: string | null;
  @IsISO8601() occurred_at!: string;
}

/**
 * `audit.reference`, request: the entry is larger than a message may be. Audit reads it from `audit_read.message_v1`, where it stays
 * until audit has replied.
 */
export class AuditReferenceV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
  /** For which the entry waits; senders from before it leave it out. */
  @IsOptional() @IsUUID() project_id?: string;
}

/** The reply to each of these requests: sent only when the entry is committed. */
export class AuditRecordedV1 {
  @Equals(1) v!: 1;
  @IsUUID() event_id!: string;
}
