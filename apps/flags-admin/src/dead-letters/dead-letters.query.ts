import type { DeadLettersView } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

@Injectable()
export class DeadLettersQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The changes of a project with a dead-lettered audit message. */
  async ofProject(projectId: string): Promise<DeadLettersView> {
    const [row] = await this.database.sql<[{ count: number; oldest_at: Date | null }]>`
      select count(*) as count, min(created_at) as oldest_at
      from flags.outbox
      where dead_lettered_at is not null and kind = 'audit' and payload ->> 'project_id' = ${projectId}`;
    return { count: row.count, oldest_at: row.oldest_at?.toISOString() ?? null };
  }
}
