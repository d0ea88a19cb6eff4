import type { AuditRecordV1 } from '@burgee/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type QueryDeepPartialEntity, Repository } from 'typeorm';
import { EntryEntity } from '../persistence/entry.entity.js';

@Injectable()
export class RecordService {
  constructor(@InjectRepository(EntryEntity) private readonly entries: Repository<EntryEntity>) {}

  /** Stores the entry; asked again, it finds it stored. */
  async record({ v: _v, event_id, occurred_at, ...entry }: AuditRecordV1): Promise<void> {
    await this.entries
      .createQueryBuilder()
      .insert()
      .values({ ...entry, id: event_id, created_at: new Date(occurred_at) } as QueryDeepPartialEntity<EntryEntity>)
      .orIgnore()
      .updateEntity(false)
      .execute();
  }
}
