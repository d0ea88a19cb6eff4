import { decodeCursor, DomainError, encodeCursor, type FlagView, type ListFlagsQuery } from '@burgee/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { valuesOfFlags } from '../flag.query.js';
import { type FlagRow, flagView, type ValueRow } from '../flag-row.js';

const PAGE = 100;

export interface FlagPage {
  flags: FlagView[];
  /** Where the next page begins; undefined on the last. */
  next?: string;
}

function keyAfter(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const [key] = decodeCursor(cursor, 1) ?? [];
  if (key === undefined)
    throw new DomainError('invalid_request', 'The cursor is not one of ours. Take it from the Link header.', {
      errors: [{ pointer: '/cursor', detail: 'is not a cursor' }],
    });
  return key;
}

function byFlag(values: ValueRow[]): Map<string, ValueRow[]> {
  const groups = new Map<string, ValueRow[]>();
  for (const value of values) groups.set(value.flag_id, [...(groups.get(value.flag_id) ?? []), value]);
  return groups;
}

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The flags of a project in the order of their keys, with their values. */
@Injectable()
export class ListFlags {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async page(projectId: string, { search, type, state, cursor, limit = PAGE }: ListFlagsQuery): Promise<FlagPage> {
    const pattern = search === undefined ? null : likePattern(search);
    const rows = await this.database.sql<FlagRow[]>`
      select f.id, f.project_id, f.key, f.name, f.type, f.description, f.created_at, f.updated_at
      from flags.flags f
      where f.project_id = ${projectId} and f.key > ${keyAfter(cursor)}
        and (${pattern}::text is null or f.key ilike ${pattern} or f.name ilike ${pattern})
        and (${type ?? null}::text is null or f.type = ${type ?? null})
        and (${state ?? null}::text is null or (${state ?? null} = 'on') = exists (
          select 1 from flags.flag_values v where v.flag_id = f.id and v.is_enabled))
      order by f.key
      limit ${limit + 1}`;
    const shown = rows.slice(0, limit);
    const values = await valuesOfFlags(
      this.database.manager,
      shown.map((flag) => flag.id),
    );
    const valuesOf = byFlag(values);
    const flags = shown.map((flag) => flagView(flag, valuesOf.get(flag.id) ?? []));
    const last = shown.at(-1);
    return { flags, ...(rows.length > limit && last && { next: encodeCursor([last.key]) }) };
  }
}
