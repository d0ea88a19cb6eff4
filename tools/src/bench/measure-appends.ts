import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { BenchCluster } from './bench-cluster.js';
import { compare, type Measurement, takeTurns } from './measurement.js';

const ROUNDS = 12;
const [SINGLE, BATCHES, BATCH] = [200, 20, 100];
/** In both tables before anything is measured. */
const SEEDED = 100_000;
const [PROJECTS, FLAGS, USERS] = [20, 200, 10];

/** The table that there was before entries were chained: no hash, no months, an index of whole columns for each combination. */
const YARDSTICK = `
  create table public.yardstick_entries (
    id uuid primary key, action text not null, project_id uuid not null, flag_id uuid, flag_key text, environment_id uuid,
    environment_name text, user_id uuid not null, user_name text not null, old_values jsonb, new_values jsonb,
    request_id text, created_at timestamptz(3) not null, recorded_at timestamptz not null default now(), value_bytes integer);
  create index on public.yardstick_entries (flag_id, created_at desc, id desc);
  ${[[], ['user_id'], ['environment_id'], ['user_id', 'environment_id']]
    .flatMap((columns) => [columns, ['flag_id', ...columns]])
    .map((columns) => ['project_id', ...columns, 'action', 'created_at', 'id'].join(', '))
    .map((columns) => `create index on public.yardstick_entries (${columns});`)
    .join('\n')}`;

const INSERT = `
  insert into public.yardstick_entries
  select id, action, project_id, flag_id, flag_key, environment_id, environment_name, user_id, user_name, old_values, new_values,
         request_id, created_at, now(), octet_length(old_values::text) + octet_length(new_values::text)
  from json_populate_recordset(null::public.yardstick_entries, $1)
  on conflict (id) do nothing`;
const RECORD = 'select * from audit.record($1::text[], $2::json)';

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const places = { projects: ids(PROJECTS), flags: ids(FLAGS), users: ids(USERS) };
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** A toggle, with its values before and after. */
function anEntry(): object {
  const values = (is_enabled: boolean) => ({
    is_enabled,
    rollout_percentage: 25,
    targeting_attribute: 'country',
    targeting_value: 'NO',
    targeting_return_value: null,
  });
  const flag_id = pick(places.flags);
  return {
    id: randomUUID(),
    action: pick(['flag_toggle', 'flag_update']),
    project_id: pick(places.projects),
    flag_id,
    flag_key: 'new-checkout',
    environment_id: flag_id,
    environment_name: 'Production',
    user_id: pick(places.users),
    user_name: 'Ada',
    old_values: values(false),
    new_values: values(true),
    request_id: randomUUID(),
    created_at: new Date().toISOString(),
  };
}

/** An entry stored with its hash, one by one and many at once, beside the table that there was before; on one connection, in turns. */
export async function measureAppends(cluster: BenchCluster): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: cluster.postgresUrl });
  await client.connect();
  await client.query(YARDSTICK);
  const append = async (count: number) => {
    const entries = Array.from({ length: count }, anEntry) as Record<string, string>[];
    const contents = entries.map(({ user_name: _name, ...content }) => JSON.stringify(content));
    const people = new Map(entries.map(({ user_id, user_name }) => [user_id, { person_id: user_id, name: user_name }]));
    await client.query({ name: 'record', text: RECORD, values: [contents, JSON.stringify([...people.values()])] });
  };
  const insert = async (count: number) => {
    const entries = Array.from({ length: count }, anEntry);
    await client.query({ name: 'insert', text: INSERT, values: [JSON.stringify(entries)] });
  };
  for (let seeded = 0; seeded < SEEDED; seeded += 1_000) {
    await append(1_000);
    await insert(1_000);
  }
  await client.query('vacuum analyze');
  const perSecond = (work: (count: number) => Promise<void>, times: number, count: number) => async () => {
    const startedAt = performance.now();
    for (let n = 0; n < times; n++) await work(count);
    return (times * count * 1_000) / (performance.now() - startedAt);
  };
  const measured = [];
  for (const [times, count, name, target] of [
    [SINGLE, 1, 'audit entries one by one', undefined],
    [BATCHES, BATCH, `audit entries ${BATCH} at once`, { atLeast: 0.8 }],
  ] as const) {
    const rounds = await takeTurns(ROUNDS, perSecond(append, times, count), perSecond(insert, times, count));
    measured.push(compare(rounds, { name, unit: 'entries/s', ...(target && { target }) }));
  }
  measured.push(await measureSize(client));
  await client.end();
  return measured;
}

/** Both tables hold as many entries. */
async function measureSize(client: pg.Client): Promise<Measurement> {
  const { rows } = await client.query<{ ours: number; yardstick: number }>(`
    select (select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = 'audit' and c.relkind = 'r') / (select count(*) from audit.entries)::float as ours,
           pg_total_relation_size('public.yardstick_entries') / (select count(*) from public.yardstick_entries)::float as yardstick`);
  const { ours = 0, yardstick = 1 } = rows[0] ?? {};
  return { name: 'bytes of an audit entry, indexes and all', ours, yardstick, ratio: ours / yardstick, unit: 'B' };
}
