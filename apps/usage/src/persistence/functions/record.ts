/** Limits per environment. Anyone with a client key can send anything, so data beyond these is not stored. */
const APPS_AT_MOST = 100;
const INSTANCES_AT_MOST = 1_000;
const UNKNOWN_KEYS_AT_MOST = 200;
const COUNTS_OF_HOUR_AT_MOST = 10_000;
/**
 * The limit for all environments of one account. With keys and application names of maximum length it allows 75 MB an
 * hour, and initially as much again for last evaluations.
 */
const COUNTS_OF_ACCOUNT_AT_MOST = 100_000;
/** The largest integer that JSON numbers represent exactly. */
const COUNT_AT_MOST = Number.MAX_SAFE_INTEGER;

export const RECORD = `
  -- Stores windows, each once. The clock of the server decides. @returns how many were new
  create or replace function usage.record(given jsonb) returns bigint
  language plpgsql security definer set search_path = pg_catalog set timezone = 'UTC' as $$
  declare
    this_hour constant timestamptz := date_trunc('hour', now());
    reports jsonb;
    taken bigint;
  begin
    -- One at a time: so caps hold, and none waits for rows of another halfway.
    perform pg_advisory_xact_lock(7214002);
    insert into usage.months (month) values (date_trunc('month', now())) on conflict do nothing;

    with windows as (
      select distinct on (w.environment_id, w."window") w.environment_id, w."window" as window_id, w.reports, e.project_id, e.account_id
      from jsonb_to_recordset(given) as w(environment_id uuid, "window" uuid, reports jsonb)
      join usage_read.environment_v1 e on e.environment_id = w.environment_id
    ), fresh as (
      insert into usage.windows as f (environment_id, window_id)
      select w.environment_id, w.window_id from windows w on conflict do nothing
      returning f.environment_id, f.window_id
    )
    select coalesce(jsonb_agg(r.value || jsonb_build_object(
             'environment_id', w.environment_id, 'project_id', w.project_id, 'account_id', w.account_id)), '[]'),
           count(distinct (w.environment_id, w.window_id))
    into reports, taken
    from windows w join fresh f on f.environment_id = w.environment_id and f.window_id = w.window_id
    cross join jsonb_array_elements(w.reports) r;

    with said as (
      select distinct r.environment_id, r.app, r.sdk, r.sdk_version
      from jsonb_to_recordset(reports) as r(environment_id uuid, app text, sdk text, sdk_version text)
    ), stored as (
      select o.environment_id, count(*) as others from usage.apps o
      where o.environment_id in (select environment_id from said) group by o.environment_id
    ), numbered as (
      select s.*, a.app is not null as is_known, coalesce(o.others, 0) as others,
             row_number() over (partition by s.environment_id, a.app is null order by s.app, s.sdk, s.sdk_version) as number
      from said s left join usage.apps a using (environment_id, app, sdk, sdk_version) left join stored o using (environment_id)
    )
    insert into usage.apps (environment_id, app, sdk, sdk_version, seen_at)
    select n.environment_id, n.app, n.sdk, n.sdk_version, now() from numbered n
    where n.is_known or n.others + n.number <= ${APPS_AT_MOST}
    on conflict (environment_id, app, sdk, sdk_version) do update set seen_at = excluded.seen_at;

    with said as (
      select distinct on (r.environment_id, r.app, r.instance) r.*
      from jsonb_to_recordset(reports) as r(environment_id uuid, app text, sdk text, sdk_version text, instance text, position text)
      join usage.apps a using (environment_id, app, sdk, sdk_version)
      where r.instance is not null
    ), stored as (
      select o.environment_id, count(*) as others from usage.instances o
      where o.environment_id in (select environment_id from said) group by o.environment_id
    ), numbered as (
      select s.*, i.instance is not null as is_known, coalesce(o.others, 0) as others,
             row_number() over (partition by s.environment_id, i.instance is null order by s.app, s.instance) as number
      from said s left join (select environment_id, app, instance from usage.instances) i using (environment_id, app, instance)
      left join stored o using (environment_id)
    )
    insert into usage.instances (environment_id, app, instance, sdk, sdk_version, position, seen_at)
    select n.environment_id, n.app, n.instance, n.sdk, n.sdk_version, n.position, now() from numbered n
    where n.is_known or n.others + n.number <= ${INSTANCES_AT_MOST}
    on conflict (environment_id, app, instance) do update
    set sdk = excluded.sdk, sdk_version = excluded.sdk_version, position = excluded.position, seen_at = excluded.seen_at;

    with from_apps as (
      select r.* from jsonb_to_recordset(reports)
        as r(environment_id uuid, project_id uuid, account_id uuid, app text, sdk text, sdk_version text, flags jsonb,
             "unknown" jsonb, bulk bigint)
      join usage.apps a using (environment_id, app, sdk, sdk_version)
    ), entries as (
      select r.environment_id, r.project_id, r.account_id, r.app, f.key, v.key as variant, v.value::bigint as count
      from from_apps r cross join jsonb_each(r.flags) f cross join jsonb_each_text(f.value) v
      union all
      select r.environment_id, r.project_id, r.account_id, r.app, u.key, 'error', u.value::bigint
      from from_apps r cross join jsonb_each_text(r."unknown") u
      union all
      select r.environment_id, r.project_id, r.account_id, r.app, '', 'bulk', r.bulk from from_apps r where r.bulk is not null
    ), summed as (
      select e.environment_id, e.account_id, e.app, e.key, e.variant, sum(e.count) as count,
             e.key = '' or exists (
               select from usage_read.flag_v1 f where f.project_id = e.project_id and f.key = e.key) as is_flag
      from entries e group by e.environment_id, e.project_id, e.account_id, e.app, e.key, e.variant
    ), full_hours as (
      select e.environment_id from (select distinct s.environment_id from summed s) e
      where ${COUNTS_OF_HOUR_AT_MOST} <= (
        select count(*) from (
          select from usage.counts c where c.environment_id = e.environment_id and c.hour = this_hour
          limit ${COUNTS_OF_HOUR_AT_MOST}) rows)
    ), full_accounts as (
      select n.account_id from usage.new_counts n where n.hour = this_hour and n.count >= ${COUNTS_OF_ACCOUNT_AT_MOST}
    ), accepted as (
      select s.*, c.app is not null as is_known
      from summed s left join usage.counts c
        on c.environment_id = s.environment_id and c.hour = this_hour and c.flag_key = s.key and c.variant = s.variant
        and c.app = s.app
      where s.is_flag and (c.app is not null or not (
        exists (select from full_hours f where f.environment_id = s.environment_id)
        or exists (select from full_accounts f where f.account_id = s.account_id)))
    ), spent as (
      insert into usage.new_counts as n (account_id, hour, count)
      select a.account_id, this_hour, count(*) from accepted a where not a.is_known group by a.account_id
      on conflict (account_id, hour) do update set count = n.count + excluded.count
    ), counted as (
      insert into usage.counts as c (environment_id, hour, flag_key, variant, app, count)
      select a.environment_id, this_hour, a.key, a.variant, a.app, a.count from accepted a
      on conflict (environment_id, hour, flag_key, variant, app) do update set count = least(c.count + excluded.count, ${COUNT_AT_MOST})
    ), evaluated as (
      insert into usage.latest (environment_id, flag_key, app, last_at)
      select distinct a.environment_id, a.key, a.app, now() from accepted a
      on conflict (environment_id, flag_key, app) do update set last_at = excluded.last_at
    ), strange as (
      select s.environment_id, s.key, s.app, sum(s.count) as count from summed s where not s.is_flag group by 1, 2, 3
    ), stored as (
      select o.environment_id, count(*) as others from usage.unknown_keys o
      where o.environment_id in (select environment_id from strange) group by o.environment_id
    ), numbered as (
      select s.*, k.flag_key is not null as is_known, coalesce(o.others, 0) as others,
             row_number() over (partition by s.environment_id, k.flag_key is null order by s.key, s.app) as number
      from strange s left join usage.unknown_keys k
        on k.environment_id = s.environment_id and k.flag_key = s.key and k.app = s.app
      left join stored o on o.environment_id = s.environment_id
    )
    insert into usage.unknown_keys as k (environment_id, flag_key, app, count, first_at, seen_at)
    select n.environment_id, n.key, n.app, n.count, now(), now() from numbered n
    where n.is_known or n.others + n.number <= ${UNKNOWN_KEYS_AT_MOST}
    on conflict (environment_id, flag_key, app) do update set count = least(k.count + excluded.count, ${COUNT_AT_MOST}), seen_at = excluded.seen_at;

    return taken;
  end $$`;
