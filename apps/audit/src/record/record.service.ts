import type { AuditRecordV1 } from '@burgee/contracts/messages';
import type { AuditValues } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const bytesOf = (json: string | null) => (json === null ? 0 : Buffer.byteLength(json));

const asJson = (values: AuditValues | undefined) => (values ? JSON.stringify(values) : null);

@Injectable()
export class RecordService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Stores the entry. Storing it again does nothing. */
  async record(entry: AuditRecordV1): Promise<void> {
    const [oldValues, newValues] = [asJson(entry.old_values), asJson(entry.new_values)];
    await this.database.sql`
      insert into audit.entries (id, action, project_id, flag_id, flag_key, environment_id, environment_name, user_id,
                                 user_name, old_values, new_values, value_bytes, request_id, created_at)
      values (${entry.event_id}, ${entry.action}, ${entry.project_id}, ${entry.flag_id}, ${entry.flag_key},
              ${entry.environment_id}, ${entry.environment_name}, ${entry.user_id}, ${entry.user_name},
              ${oldValues}::jsonb, ${newValues}::jsonb, ${bytesOf(oldValues) + bytesOf(newValues)}, ${entry.request_id}, ${entry.occurred_at})
      on conflict (id) do nothing`;
  }

  async isRecorded(eventId: string): Promise<boolean> {
    const rows = await this.database.sql<unknown[]>`select from audit.entries where id = ${eventId}`;
    return rows.length > 0;
  }
}
