import type { AuditMessageRow } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

@Injectable()
export class OutboxMessageQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The message from the outbox in the shape of `AuditRecordV1`, not validated. Undefined when it is missing. */
  async find(eventId: string): Promise<object | undefined> {
    const [row] = await this.database.sql<AuditMessageRow[]>`
      select event_id, payload, occurred_at from audit_read.message_v1 where event_id = ${eventId}`;
    return row && { v: 1, event_id: row.event_id, occurred_at: row.occurred_at.toISOString(), ...row.payload };
  }
}
