import { NOTED_WITH_RESTORES, raise } from './noted-with-restores.js';

export const HASHES = `
  create function audit.link(before bytea, head bytea, seq bigint, content text) returns bytea
  language plpgsql immutable parallel safe as $$
  begin
    return sha256(coalesce(before, head) || int8send(seq) || convert_to(content, 'UTF8'));
  end $$;

  create aggregate audit.chain(head bytea, seq bigint, content text) (sfunc = audit.link, stype = bytea)`;

const byTime = (entry: string) => `${entry}.created_at, ${entry}.id`;
/** A change that had to wait for a lock can arrive after the deletion of its flag with a later timestamp. */
const deletionLast = (entry: string) => `${entry}.action = 'flag_delete', ${byTime(entry)}`;

/** @param order sorts the entries of a flag so that the latest is last */
const noted = (order: (entry: string) => string) => `
    noted as (
      insert into audit.latest as l (flag_id, chain_id, month, id, action, environment_id, environment_name, user_id, created_at)
      select distinct on (flag_id) flag_id, project_id, month, id, action, environment_id, environment_name, user_id, created_at
      from linked where flag_id is not null
      order by flag_id, row(${order('linked')}) desc
      ${raise(`(${order('excluded')}) > (${order('l')})`)}
    )`;

/**
 * The only way to write entries. It locks the heads of the chains in the order of ids and reads them in a second
 * statement, because a statement that waits for a lock keeps its old snapshot.
 * @param latest updates the latest entries of flags
 */
const appendFunction = (latest: string) => `
  create or replace function audit.append(contents text[], recorded date[], out stored bigint, out expired bigint)
  language plpgsql set search_path = pg_catalog set plan_cache_mode = force_generic_plan as $$
  declare
    touched uuid[] := array(select distinct (c::json ->> 'project_id')::uuid from unnest(contents) c order by 1);
    entries_since date := coalesce((select r.entries_since from audit.retention r), '-infinity');
    received_since date := coalesce((select r.received_since from audit.retention r), '-infinity');
  begin
    insert into audit.chains (chain_id) select unnest(touched) on conflict do nothing;
    perform from audit.chains where chain_id = any (touched) order by chain_id for update;
    insert into audit.months
    select distinct r from unnest(recorded) r where not exists (select from audit.months m where m.month = r)
    on conflict do nothing;
    with message as materialized (
      select m.*, c.content, c.recorded, c.n,
             (m.created_at at time zone 'UTC')::date < received_since as may_be_known,
             (m.created_at at time zone 'UTC')::date < entries_since as expired,
             row_number() over (partition by m.id order by c.n) = 1 as first
      from unnest(contents, recorded) with ordinality as c (content, recorded, n)
      cross join lateral json_to_record(c.content::json) as m
        (id uuid, action text, project_id uuid, flag_id uuid, environment_id uuid, environment_name text, user_id uuid,
         created_at timestamptz(3))
    ),
    fresh as (
      insert into audit.received (event_id, month)
      select m.id, m.recorded from message m
      where m.first and not m.expired and not (m.may_be_known and (
        -- With a limit, so that Postgres goes into the index for each and does not read the table.
        select e.id from audit.entries e
        where audit.range_key(e.chain_id, e.action, null, null, null) = audit.range_key(m.project_id, m.action, null, null, null)
          and e.created_at = m.created_at and e.id = m.id
        limit 1) is not null)
      on conflict do nothing
      returning event_id
    ),
    numbered as (
      select m.*, h.hash as head, h.seq + row_number() over one as seq, h.seq as head_seq, h.month as head_month,
             greatest(h.month, max(m.recorded) over (one rows unbounded preceding)) as month
      from fresh f join message m on m.id = f.event_id and m.first join audit.chains h on h.chain_id = m.project_id
      window one as (partition by m.project_id order by m.n)
    ),
    linked as materialized (
      select n.*, audit.chain(n.head, n.seq, n.content) over (partition by n.project_id order by n.seq) as hash
      from numbered n
    ),
    followed as (
      select l.project_id, l.month, l.seq, l.hash, lead(l.month) over one as next,
             row_number() over one = 1 as begins, l.head, l.head_seq, l.head_month
      from linked l window one as (partition by l.project_id order by l.seq)
    ),
    anchored as (
      insert into audit.anchors (chain_id, month, seq, hash)
      select project_id, month, seq, hash from followed where month < next
      union all
      select project_id, head_month, head_seq, head from followed where begins and head_seq > 0 and head_month < month
    ),
    inserted as (
      insert into audit.entries
        (chain_id, seq, month, id, action, flag_id, environment_id, user_id, created_at, content, hash)
      select project_id, seq, month, id, action, flag_id, environment_id, user_id, created_at, content, hash from linked
    ),
    raised as (
      update audit.chains c
      set seq = f.seq, hash = f.hash, month = f.month,
          actions = case when c.actions @> a.actions then c.actions
                         else array(select distinct unnest(c.actions || a.actions)) end
      from followed f,
           (select project_id, array_agg(distinct action) as actions from linked group by project_id) a
      where f.next is null and c.chain_id = f.project_id and a.project_id = f.project_id
    ),${latest}
    select (select count(*) from linked), (select count(*) from message m where m.expired) into append.stored, append.expired;
  end $$`;

export const APPEND = appendFunction(noted(byTime));
export const APPEND_WITH_DELETION_LAST = appendFunction(noted(deletionLast));
export const APPEND_WITH_RESTORES = appendFunction(NOTED_WITH_RESTORES);

export const PEOPLE = `
  -- Erased people stay erased: messages that name them may come later.
  create function audit.name_people(people json, month date) returns void
  language sql set search_path = pg_catalog as $$
    insert into audit.people as known (person_id, name, email, month)
    select p.person_id, p.name, p.email, name_people.month
    from json_to_recordset(people) as p (person_id uuid, name text, email text)
    where not exists (
      select from audit.people k
      where k.person_id = p.person_id and k.month >= name_people.month
        and (k.erased_at is not null
             or (k.name is not distinct from coalesce(p.name, k.name) and k.email is not distinct from coalesce(p.email, k.email))))
    order by p.person_id
    on conflict (person_id) do update
    set name = case when known.erased_at is null then coalesce(excluded.name, known.name) end,
        email = case when known.erased_at is null then coalesce(excluded.email, known.email) end,
        month = greatest(known.month, excluded.month)
  $$`;

export const RECORD = `
  create function audit.record(contents text[], people json, out stored bigint, out expired bigint)
  language plpgsql security definer set search_path = pg_catalog as $$
  declare
    month date := date_trunc('month', now() at time zone 'UTC');
  begin
    select a.stored, a.expired into record.stored, record.expired
    from audit.append(contents, array_fill(month, array[cardinality(contents)])) a;
    perform audit.name_people(people, month);
  end $$`;
