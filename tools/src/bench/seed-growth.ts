import pg from 'pg';
import type { BenchFixture } from './bench-fixture.js';
import { seedPlans } from './seed-plans.js';

export const GROWTH = { entries: 1_000_000, flags: 5_000, users: 100_000, projects: 500 };
/** Of most projects, of 40 of them, and of one with a raised quota. */
const [FEW, MANY, WIDE] = [2, 50, 2_000];
const [PROJECTS_WITH_MANY, MEMBERS, INVITATIONS, SESSIONS] = [40, 400, 100, 100];
/** Of each project but the first. */
const FLAGS_OF_OTHERS = 20;
const [FAVORITES, VIEWS] = [500, 50];
const [WEBHOOKS, DELIVERIES] = [10, 1_000];
const [DELIVERED, DEAD_LETTERS] = [100_000, 10_000];
const [USAGE_DAYS, USAGE_APPS, INSTANCES_APPS] = [60, 3, 100];
const [ENTRY_USERS, MONTHS, ENTRIES_AT_ONCE] = [500, 12, 10_000];

/** What there is to ask for. The first project has all the flags in many environments; the wide one has most environments. */
export interface Grown {
  projectId: string;
  flagId: string;
  userId: string;
  environmentId: string;
  otherEnvironmentId: string;
  webhookId: string;
  scheduleId: string;
  requestId: string;
  wideProjectId: string;
  wideFlagId: string;
}

/** The id (UUIDv4) that a text stands for. */
const ID = `
  create function pg_temp.id(name text) returns uuid language sql immutable
  return overlay(overlay(md5(name) placing '4' from 13) placing 'a' from 17)::uuid`;

const WIDE_PROJECT = `pg_temp.id('project' || ${PROJECTS_WITH_MANY})`;

/** Everything but entries; $1 is the first project, $2 its owner, $3 its one environment. Rows are consistent, so nothing checks them. */
const STATEMENTS = [
  `insert into auth.users (id, name, email, email_key, password_hash)
   select pg_temp.id('user' || n), 'Ada Lovelace', 'user-' || n || '@example.com', 'user-' || n || '@example.com', '-'
   from generate_series(1, ${GROWTH.users}) n`,
  `insert into auth.sessions (id, user_id, secret_hash, user_agent, expires_at)
   select gen_random_uuid(), case when n < ${SESSIONS} then $2::uuid else pg_temp.id('user' || n) end, md5('secret' || n),
          'Mozilla/5.0 (X11; Linux x86_64)', now() + interval '6 days'
   from generate_series(1, ${GROWTH.users}) n`,
  `insert into flags.projects (id, name, slug, created_by, created_at)
   select pg_temp.id('project' || n), 'Project ' || n, 'seeded-' || n, $2, now() + n * interval '1 millisecond'
   from generate_series(1, ${GROWTH.projects - 1}) n`,
  `insert into flags.members (project_id, user_id, role)
   select id, $2, 'owner' from flags.projects where id <> $1
   union all
   select case when n < ${MEMBERS} then $1::uuid else pg_temp.id('project' || 1 + n % ${GROWTH.projects - 1}) end,
          pg_temp.id('user' || n), 'viewer'
   from generate_series(1, ${GROWTH.users}) n`,
  `insert into flags.invitations (id, project_id, token_hash, email, email_key, role, invited_by, expires_at)
   select gen_random_uuid(), $1, md5('token' || n), 'guest-' || n || '@example.com', 'guest-' || n || '@example.com', 'viewer', $2,
          now() + interval '6 days'
   from generate_series(1, ${INVITATIONS}) n`,
  `insert into flags.webhooks (id, project_id, name, url, format, secret)
   select pg_temp.id('webhook' || n), $1, 'Webhook ' || n, 'https://hooks.example.com/' || n, 'standard', ''
   from generate_series(1, ${WEBHOOKS}) n`,
  `insert into flags.webhook_deliveries
     (webhook_id, event_id, type, payload, occurred_at, state, next_attempt_at, retry_until, attempts, status, answer)
   select w.id, gen_random_uuid(), 'flag_toggle', '{}', now(), 'delivered', null, now(), 1, 200, repeat('a', 500)
   from flags.webhooks w cross join generate_series(1, ${DELIVERIES}) n`,
  `insert into flags.environments (id, project_id, name, slug, icon, url, protected, created_at)
   select pg_temp.id('environment' || p.id || n), p.id, 'Region ' || n, 'region-' || n, '🚩',
          'https://' || p.slug || '-' || n || '.example.com', false, now() + n * interval '1 millisecond'
   from flags.projects p
   cross join lateral generate_series(
     1 + (select count(*)::int from flags.environments e where e.project_id = p.id),
     case when p.id = ${WIDE_PROJECT} then ${WIDE}
          when p.id = $1 or substr(p.slug, 8)::int < ${PROJECTS_WITH_MANY} then ${MANY} else ${FEW} end) n`,
  // The key of another environment: to find out that it is wrong costs what it costs to decrypt it.
  ...['flags.sdk_keys', 'flags.client_keys'].map(
    (table) =>
      `insert into ${table} (id, environment_id, hash, ciphertext)
   select gen_random_uuid(), e.id, md5('key' || e.id), (select ciphertext from ${table} where environment_id = $3 and expires_at is null)
   from flags.environments e
   where not exists (select from ${table} k where k.environment_id = e.id)`,
  ),
  `insert into flags.flags (id, project_id, key, name, type, description, tags, owner_id)
   select pg_temp.id('flag' || p.id || n), p.id, 'seeded-' || lpad(n::text, 5, '0'), 'Seeded flag ' || n,
          (array['boolean', 'string', 'number', 'json'])[1 + n % 4], 'What it is for',
          array['team-' || n % 20], case when n % 3 = 0 then $2::uuid end
   from flags.projects p
   cross join lateral generate_series(
     1 + (select count(*)::int from flags.flags f where f.project_id = p.id),
     case when p.id = $1 then ${GROWTH.flags} else ${FLAGS_OF_OTHERS} end) n`,
  `insert into flags.preferences (project_id, user_id, favorite_ids, views)
   select m.project_id, m.user_id,
          array(select f.id from flags.flags f where f.project_id = m.project_id order by f.key
                limit case when m.user_id = $2 then ${FAVORITES} else 3 end),
          (select json_agg(json_build_object('name', 'View ' || n, 'search', '?tag=team-' || n)) from generate_series(1, ${VIEWS}) n)
   from flags.members m
   where m.user_id = $2 or m.project_id = $1`,
  `insert into flags.flag_values
     (id, flag_id, environment_id, is_enabled, targeting_attribute, targeting_value, targeting_return_value)
   select gen_random_uuid(), f.id, e.id, get_byte(uuid_send(f.id), 0) < 128, 'country', 'NO', 'true'
   from flags.flags f join flags.environments e on e.project_id = f.project_id
   where not exists (select from flags.flag_values v where v.flag_id = f.id and v.environment_id = e.id)`,
  `update flags.environments e set revision = counted.flags, flag_set_bytes = counted.bytes
   from (
     select v.environment_id, count(*) as flags,
            sum(octet_length(f.key) + octet_length(f.name) + coalesce(octet_length(v.targeting_attribute), 0)
                + coalesce(octet_length(v.targeting_value), 0) + coalesce(octet_length(v.targeting_return_value), 0)) as bytes
     from flags.flag_values v join flags.flags f on f.id = v.flag_id
     group by v.environment_id
   ) counted
   where counted.environment_id = e.id`,
  `insert into flags.outbox (event_id, kind, environment_id, revision, payload, delivered_at)
   select gen_random_uuid(), 'flag_updated', environment_id, 1000000 + row_number() over (partition by environment_id), '{}', now()
   from (select pg_temp.id('environment' || ${WIDE_PROJECT} || 1 + n % ${WIDE}) as environment_id
         from generate_series(1, ${DELIVERED}) n) changes`,
  `insert into flags.outbox (event_id, kind, payload, attempts, dead_lettered_at)
   select gen_random_uuid(), 'audit', json_build_object('project_id', pg_temp.id('project' || 1 + n % ${GROWTH.projects - 1})), 5, now()
   from generate_series(1, ${DEAD_LETTERS}) n`,
  `insert into usage.counts (environment_id, hour, flag_key, variant, app, count)
   select $3, date_trunc('hour', now()) - hour * interval '1 hour', f.key, 'on', 'app-' || app, 100
   from flags.flags f cross join generate_series(1, ${USAGE_APPS}) app
   cross join lateral generate_series(0, case when f.key = 'flag-000' then ${USAGE_DAYS} * 24 else 23 end) hour
   where f.project_id = $1`,
  `insert into usage.latest (environment_id, flag_key, app, last_at)
   select $3, f.key, 'app-' || app, now() from flags.flags f cross join generate_series(1, ${USAGE_APPS}) app where f.project_id = $1`,
  `insert into usage.apps (environment_id, app, sdk, sdk_version, seen_at)
   select $3, 'app-' || app, 'burgee-js', '0.1.0', now() from generate_series(1, ${INSTANCES_APPS}) app`,
  `insert into usage.instances (environment_id, app, instance, sdk, sdk_version, seen_at)
   select $3, 'app-' || app, 'instance-' || n, 'burgee-js', '0.1.0', now()
   from generate_series(1, ${INSTANCES_APPS}) app cross join generate_series(1, 10) n`,
];

/** A month is a partition, which a trigger makes. */
const USAGE_MONTHS = `
  insert into usage.months select distinct date_trunc('month', now() - n * interval '1 day') from generate_series(0, ${USAGE_DAYS}) n
  on conflict do nothing`;
/** $1 to $4: project, flag, user and environment that half of the entries are of; $5: the first number. */
const SOME_ENTRIES = `
  select audit.append(array_agg(to_json(entry)::text order by n), array_agg(recorded order by n))
  from (
    select n, gen_random_uuid() as id,
           (array['flag_toggle','flag_update','flag_rename','environment_update','member_update'])[1 + n % 97 % 5] as action,
           $1::uuid as project_id, case when n % 2 = 0 then $2::uuid else pg_temp.id('flag' || $1::text || 1 + n / 2 % ${GROWTH.flags}) end as flag_id,
           case when n % 4 < 2 then $4::uuid else pg_temp.id('environment' || $1::text || n % ${MANY}) end as environment_id,
           'Production' as environment_name,
           case when n % 8 < 4 then $3::uuid else pg_temp.id('user' || n % ${ENTRY_USERS}) end as user_id,
           json_build_object('is_enabled', true, 'rollout_percentage', 25, 'targeting_attribute', 'country',
                             'targeting_value', 'NO', 'targeting_return_value', null) as new_values,
           to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, date_trunc('month', at)::date as recorded
    from (
      select n, now() at time zone 'UTC' - (${GROWTH.entries} - n) * interval '${MONTHS * 30} days' / ${GROWTH.entries} as at
      from generate_series($5::int, $5::int + ${ENTRIES_AT_ONCE} - 1) n
    ) moments
  ) entry`;

/** An installation as large as one gets, in one transaction for each table, with the rights of nobody but its owner. */
export async function seedGrowth(postgresUrl: string, base: string, fixture: BenchFixture): Promise<Grown> {
  const { environmentId, flagIds, cookie } = fixture;
  const client = new pg.Client({ connectionString: postgresUrl });
  // Postgres ends before this does when a statement fails: what failed is to be read.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ project_id: string; user_id: string }>(
    `select e.project_id, m.user_id from flags.environments e join flags.members m using (project_id) where e.id = $1`,
    [environmentId],
  );
  const { project_id: projectId = '', user_id: userId = '' } = rows[0] ?? {};
  const flagId = flagIds[0] ?? '';
  await client.query(ID);
  await client.query('set synchronous_commit = off');
  await client.query(USAGE_MONTHS);
  await client.query('set session_replication_role = replica');
  const given = [projectId, userId, environmentId].map((id) => `${client.escapeLiteral(id)}::uuid`);
  for (const statement of STATEMENTS)
    await client.query(statement.replace(/\$([123])/g, (_, n) => given[Number(n) - 1] ?? ''));
  await client.query('reset session_replication_role');
  for (let from = 0; from < GROWTH.entries; from += ENTRIES_AT_ONCE)
    await client.query(SOME_ENTRIES, [projectId, flagId, userId, environmentId, from]);
  await client.query(
    `select audit.name_people(json_agg(json_build_object('person_id', pg_temp.id('user' || n), 'name', 'Ada Lovelace')), now()::date)
     from generate_series(0, ${ENTRY_USERS}) n`,
  );
  await client.query('vacuum analyze');
  const wide = await client.query<{ project_id: string; id: string }>(
    `select project_id, id from flags.flags where project_id = ${WIDE_PROJECT} limit 1`,
  );
  const named = await client.query<{ webhook: string; environment: string }>(
    `select pg_temp.id('webhook1') as webhook, pg_temp.id('environment' || $1::text || 2) as environment`,
    [projectId],
  );
  const { webhook: webhookId = '', environment: otherEnvironmentId = '' } = named.rows[0] ?? {};
  const several = await client.query<{ id: string }>('select id from flags.flags where project_id = $1 limit 50', [
    projectId,
  ]);
  await client.end();
  const planned = await seedPlans(base, cookie, {
    projectId,
    environmentId,
    flagIds: several.rows.map(({ id }) => id),
  });
  const { project_id: wideProjectId = '', id: wideFlagId = '' } = wide.rows[0] ?? {};
  return {
    projectId,
    flagId,
    userId,
    environmentId,
    otherEnvironmentId,
    webhookId,
    ...planned,
    wideProjectId,
    wideFlagId,
  };
}
