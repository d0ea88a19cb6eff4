import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PersonRow } from './to-entry-view.js';

@Injectable()
export class PeopleQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The known people among these ids. */
  async byId(ids: readonly string[]): Promise<ReadonlyMap<string, PersonRow>> {
    const distinct = [...new Set(ids)];
    if (distinct.length === 0) return new Map();
    const rows = await this.database.sql<PersonRow[]>`
      select person_id, name, email from audit.people where person_id = any(${distinct}::uuid[])`;
    return new Map(rows.map((row) => [row.person_id, row]));
  }
}
