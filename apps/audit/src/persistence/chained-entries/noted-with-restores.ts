/** The upsert clause for a flag's latest entry. */
export const raise = (isLater: string) => `on conflict (flag_id) do update
      set month = excluded.month, id = excluded.id, action = excluded.action, environment_id = excluded.environment_id,
          environment_name = excluded.environment_name, user_id = excluded.user_id, created_at = excluded.created_at
      where ${isLater}`;

/** The newest entry of a flag since its restore, from one index range for each action of its chain. */
export const newestSinceRestore = (restored: string) => `
  select e.month, e.id, e.action, e.environment_id, e.content::json ->> 'environment_name' as environment_name, e.user_id, e.created_at
  from audit.chains c
  cross join lateral unnest(c.actions) as of (action)
  cross join lateral (
    select * from audit.entries e
    where audit.range_key(e.chain_id, e.action, e.flag_id, null, null)
        = audit.range_key(c.chain_id, of.action, ${restored}.flag_id, null, null)
      and e.chain_id = c.chain_id and e.action = of.action and e.flag_id = ${restored}.flag_id
      and e.created_at >= ${restored}.restored_at
    order by e.created_at desc, e.id desc limit 1
  ) e
  where c.chain_id = ${restored}.project_id
  order by e.created_at desc, e.id desc limit 1`;

/**
 * A deletion sorts after entries with a later timestamp, unless the flag was restored after it.
 * @param restoredAt the last restore, or null
 */
const order = (entry: string, restoredAt: string) =>
  `${entry}.action = 'flag_delete' and ${entry}.created_at > coalesce(${restoredAt}, '-infinity'), ${entry}.created_at, ${entry}.id`;

const OF_EXCLUDED =
  '(select r.restored_at from restored r where r.flag_id = excluded.flag_id and r.project_id = excluded.chain_id)';

/**
 * Updates the latest entries of flags, for entries in any order. The row of a deletion stays until the flag is
 * restored. The query then finds the entries between that restore and now. A deletion that arrives after the restore
 * that followed it is not the latest.
 */
export const NOTED_WITH_RESTORES = `
    restored as (
      select here.project_id, here.flag_id, here.restored_at is not null as now, greatest(here.restored_at, before.restored_at) as restored_at
      from (
        select project_id, flag_id, max(created_at) filter (where action = 'flag_restore') as restored_at
        from linked where action in ('flag_delete', 'flag_restore') group by project_id, flag_id
      ) here
      left join lateral (
        select e.created_at as restored_at from audit.entries e
        where audit.range_key(e.chain_id, e.action, e.flag_id, null, null)
            = audit.range_key(here.project_id, 'flag_restore', here.flag_id, null, null)
          and e.chain_id = here.project_id and e.action = 'flag_restore' and e.flag_id = here.flag_id
        order by e.created_at desc, e.id desc limit 1
      ) before on true
    ),
    candidate as (
      select l.flag_id, l.project_id, l.month, l.id, l.action, l.environment_id, l.environment_name, l.user_id, l.created_at, r.restored_at
      from linked l left join restored r on r.flag_id = l.flag_id and r.project_id = l.project_id
      where l.flag_id is not null
      union all
      select r.flag_id, r.project_id, e.*, r.restored_at
      from restored r cross join lateral (${newestSinceRestore('r')}) e
      where r.now
    ),
    noted as (
      insert into audit.latest as l (flag_id, chain_id, month, id, action, environment_id, environment_name, user_id, created_at)
      select distinct on (flag_id) flag_id, project_id, month, id, action, environment_id, environment_name, user_id, created_at
      from candidate
      order by flag_id, row(${order('candidate', 'candidate.restored_at')}) desc
      ${raise(`(${order('excluded', OF_EXCLUDED)}) > (${order('l', OF_EXCLUDED)})`)}
    )`;
