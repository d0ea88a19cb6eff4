import type { AuditMessageRow } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

@Injectable()
export class OutboxMessageQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The message as the outbox holds it, in the shape of `AuditRecordV1` but not checked; undefined when it is not there. */
  async find(eventId: string): Promise<object | undefined> {
    const [row] = await this.database.sql<AuditMessageRow[]>`
      select event_id, payload, occurred_at from audit_read.message_v1 where event_id = ${eventId}`;
    return row && { v: 1, event_id: row.event_id, occurred_at: row.occurred_at.toISOString(), ...row.payload };
  }
}
