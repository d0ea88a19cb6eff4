import type { AuditAction, AuditValues } from '@burgee/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'audit', name: 'entries' })
export class EntryEntity {
  /** The id of the event it records, so that it cannot be there twice. */
  @PrimaryColumn('uuid') id!: string;
  @Column('text') action!: AuditAction;
  @Column('uuid') project_id!: string;
  @Column('uuid', { nullable: true }) flag_id!: string | null;
  @Column('text', { nullable: true }) flag_key!: string | null;
  @Column('uuid', { nullable: true }) environment_id!: string | null;
  @Column('text', { nullable: true }) environment_name!: string | null;
  @Column('uuid') user_id!: string;
  @Column('text') user_name!: string;
  @Column('jsonb', { nullable: true }) old_values!: AuditValues;
  @Column('jsonb', { nullable: true }) new_values!: AuditValues;
  @Column('text', { nullable: true }) request_id!: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) created_at!: Date;
}
