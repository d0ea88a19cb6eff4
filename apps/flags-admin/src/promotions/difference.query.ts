import { type CompareQuery, decodeKey, encodeCursor, type FlagDifference, PAGE_BYTES } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type ValueState, valueState } from '../flags/flag-row.js';
import { assertEnvironments } from './assert-environments.js';
import { partsThatDiffer } from './compare-values.js';

export interface DifferencePage {
  differences: FlagDifference[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

interface Row {
  flag_id: string;
  key: string;
  name: string;
  type: FlagType;
  from: ValueState;
  to: ValueState;
  found: number;
}

const PAGE = 100;
/** The JSON around the texts of a difference: field names, ids, parts. */
const AROUND_DIFFERENCE = 520;

/** SQL: flags in use with different values `s` and `t`, or that clients get only where `s` is. */
const DIFFERING = (): string => `
  flags.flags f
  join flags.flag_values s on s.flag_id = f.id
  join flags.flag_values t on t.flag_id = f.id
    and (s.served and not t.served or (s.is_enabled, s.rollout_percentage, s.targeting_attribute, s.targeting_value, s.targeting_return_value)
        is distinct from
        (t.is_enabled, t.rollout_percentage, t.targeting_attribute, t.targeting_value, t.targeting_return_value))`;

/** The ids of flags that differ between two environments of a project, up to a limit. */
export async function differingFlags(
  manager: EntityManager,
  projectId: string,
  { from, to }: { from: string; to: string },
  most: number,
): Promise<string[]> {
  const rows = await manager.sql<{ id: string }[]>`
    select f.id from ${DIFFERING}
    where f.project_id = ${projectId} and f.archived_at is null and s.environment_id = ${from} and t.environment_id = ${to}
    order by f.id limit ${most}`;
  return rows.map(({ id }) => id);
}

/** The differences between two environments of a project. */
@Injectable()
export class DifferenceQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** In the order of keys. A page is cut by rows and by bytes. @throws invalid_request */
  async page(projectId: string, query: CompareQuery): Promise<DifferencePage> {
    const { from, to, cursor, limit = PAGE } = query;
    const { manager } = this.database;
    await assertEnvironments(manager, projectId, { from, to });
    const rows = await manager.sql<Row[]>`
      with found as (
        select f.id, f.key, ${AROUND_DIFFERENCE}::int + octet_length(f.key) + octet_length(f.name)
               + coalesce(octet_length(s.targeting_attribute), 0) + coalesce(octet_length(s.targeting_value), 0)
               + coalesce(octet_length(s.targeting_return_value), 0) + coalesce(octet_length(t.targeting_attribute), 0)
               + coalesce(octet_length(t.targeting_value), 0) + coalesce(octet_length(t.targeting_return_value), 0) as bytes
        from ${DIFFERING}
        where f.project_id = ${projectId} and f.archived_at is null
          and s.environment_id = ${from} and t.environment_id = ${to}
          and f.key > ${cursor === undefined ? '' : decodeKey(cursor)}
        order by f.key
        limit ${limit + 1}::int
      ), measured as (
        select id, count(*) over () as found, row_number() over in_order as position, sum(bytes) over in_order as bytes
        from found
        window in_order as (order by key rows unbounded preceding)
      )
      select f.id as flag_id, f.key, f.name, f.type, to_json(s) as "from", to_json(t) as "to", m.found
      from measured m
      join flags.flags f using (id)
      join flags.flag_values s on s.flag_id = f.id and s.environment_id = ${from}
      join flags.flag_values t on t.flag_id = f.id and t.environment_id = ${to}
      where m.position <= ${limit}::int and (m.position = 1 or m.bytes <= ${PAGE_BYTES}::int)
      order by f.key`;
    const differences = rows.map(({ found: _found, ...row }) => ({
      ...row,
      parts: partsThatDiffer(row.from, row.to),
      from: valueState(row.from),
      to: valueState(row.to),
    }));
    const last = differences.at(-1);
    const hasNext = (rows[0]?.found ?? 0) > rows.length;
    return { differences, ...(hasNext && last && { next: encodeCursor([last.key]) }) };
  }
}
