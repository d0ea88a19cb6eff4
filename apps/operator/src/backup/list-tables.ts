import type pg from 'pg';
import { SCHEMAS } from '../migrate/schemas.js';
import { inLoadOrder, type Referring } from './in-load-order.js';

interface Table extends Referring {
  /** The writable columns: generated columns are left out. */
  columns: string[];
}

/** TypeORM's own: running the migrations fills it. */
const MIGRATIONS = 'migrations';

/** The tables of all services, in an order in which they can be filled: partitioned ones last, since rows of others make partitions. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns,
            array(select distinct rn.nspname || '.' || r.relname
                  from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
                  where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> $2
     order by c.relkind desc, 1`,
    [SCHEMAS.flatMap(({ schemas }) => schemas), MIGRATIONS],
  );
  return inLoadOrder(rows);
}

/** `auth.users` as SQL. */
export function quoted(client: pg.ClientBase, table: string): string {
  return table
    .split('.')
    .map((part) => client.escapeIdentifier(part))
    .join('.');
}

export async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(client, table)}`);
  return Number(rows[0]?.count);
}
