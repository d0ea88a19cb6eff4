import type { AuditRecordV1, AuditValues } from '@burgee/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { EntryEntity } from '../persistence/entry.entity.js';

const asJson = (values: AuditValues) => (values === null ? null : JSON.stringify(values));

@Injectable()
export class RecordService {
  constructor(@InjectRepository(EntryEntity) private readonly entries: Repository<EntryEntity>) {}

  /** Stores the entry; asked again, it finds it stored. */
  async record(entry: AuditRecordV1): Promise<void> {
    const { old_values, new_values } = entry;
    await this.entries.manager.sql`
      insert into audit.entries (id, action, project_id, flag_id, flag_key, environment_id, environment_name, user_id,
                                 user_name, old_values, new_values, request_id, created_at)
      values (${entry.event_id}, ${entry.action}, ${entry.project_id}, ${entry.flag_id}, ${entry.flag_key},
              ${entry.environment_id}, ${entry.environment_name}, ${entry.user_id}, ${entry.user_name},
              ${asJson(old_values)}::jsonb, ${asJson(new_values)}::jsonb, ${entry.request_id}, ${entry.occurred_at})
      on conflict (id) do nothing`;
  }
}
