import { type AuditEntryView, decodeCursor, DomainError, encodeCursor } from '@burgee/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { EntryEntity } from '../persistence/entry.entity.js';

const PAGE = 100;

/** Equality on each given column, and a span of time. */
export interface EntryFilter {
  project_id: string;
  user_id?: string;
  flag_id?: string;
  environment_id?: string;
  action?: string;
  from?: string;
  to?: string;
}

export interface EntryPage {
  entries: AuditEntryView[];
  next?: string;
}

function placeOf(cursor: string): { createdAt: string; id: string } {
  const [createdAt, id] = decodeCursor(cursor, 2) ?? [];
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt)) || !/^[0-9a-f-]{36}$/.test(id))
    throw new DomainError('invalid_request', 'The cursor is not one of ours. Take it from the Link header.', {
      errors: [{ pointer: '/cursor', detail: 'is not a cursor' }],
    });
  return { createdAt, id };
}

@Injectable()
export class EntryQuery {
  constructor(@InjectRepository(EntryEntity) private readonly entries: Repository<EntryEntity>) {}

  /** Newest first. */
  async page({ from, to, ...equal }: EntryFilter, cursor: string | undefined, limit = PAGE): Promise<EntryPage> {
    const query = this.entries
      .createQueryBuilder('entry')
      .orderBy('entry.created_at', 'DESC')
      .addOrderBy('entry.id', 'DESC');
    for (const [column, value] of Object.entries(equal))
      if (value !== undefined) query.andWhere(`entry.${column} = :${column}`, { [column]: value });
    if (from) query.andWhere('entry.created_at >= :from', { from });
    if (to) query.andWhere('entry.created_at < :to', { to });
    if (cursor !== undefined) query.andWhere('(entry.created_at, entry.id) < (:createdAt, :id)', placeOf(cursor));
    const rows = await query.take(limit + 1).getMany();
    const entries = rows.slice(0, limit).map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
    const last = entries.at(-1);
    return { entries, ...(rows.length > limit && last && { next: encodeCursor([last.created_at, last.id]) }) };
  }
}
