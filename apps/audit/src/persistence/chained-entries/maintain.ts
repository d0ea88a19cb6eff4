/**
 * Drops the partitions of all months before this one. The present month stays in any case.
 * @param also runs in the same transaction
 */
export const dropMonths = (name: string, also = '', settings = '') => `
  create or replace function audit.${name}(before date) returns setof date
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '500ms' ${settings} as $$
  begin
    before := least(before, date_trunc('month', now() at time zone 'UTC')::date);
    insert into audit.retention as r (entries_since) values (before)
    on conflict (single) do update set entries_since = greatest(r.entries_since, excluded.entries_since);
    delete from audit.anchors a
    where a.month < before and exists (
      select from audit.anchors b where b.chain_id = a.chain_id and b.month > a.month and b.month < before);${also}
    return query delete from audit.months m where m.month < before returning m.month;
  end $$`;

export const MAINTENANCE = `
  ${dropMonths('drop_months')};

  -- Deletes ids of messages received before a month, and what belongs to dropped months alone; so many rows of each at most.
  create function audit.forget(received_before date, at_most int) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
  declare
    kept_since date;
    forgotten bigint := 0;
    deleted bigint;
  begin
    insert into audit.retention as r (received_since) values (received_before)
    on conflict (single) do update set received_since = greatest(r.received_since, excluded.received_since);
    delete from audit.received where ctid = any (array(
      select ctid from audit.received r where r.month < received_before limit at_most));
    get diagnostics forgotten = row_count;
    kept_since := (select r.entries_since from audit.retention r);
    delete from audit.latest where ctid = any (array(
      select ctid from audit.latest l where l.month < kept_since limit at_most));
    get diagnostics deleted = row_count;
    forgotten := forgotten + deleted;
    delete from audit.people where ctid = any (array(
      select ctid from audit.people p where p.month < kept_since limit at_most));
    get diagnostics deleted = row_count;
    return forgotten + deleted;
  end $$;

  -- Of a user by the id, of somebody who was only invited by the e-mail address. No entry changes.
  create function audit.erase_person(person uuid, address text default null) returns bigint
  language sql security definer set search_path = pg_catalog as $$
    with erased as (
      insert into audit.people as p (person_id, erased_at, month)
      select person, now(), date_trunc('month', now() at time zone 'UTC') where person is not null
      on conflict (person_id) do update set name = null, email = null, erased_at = now()
      returning person_id
    ), others as (
      update audit.people set name = null, email = null, erased_at = now()
      where email = address and person_id is distinct from person
      returning person_id
    )
    select (select count(*) from erased) + (select count(*) from others)
  $$`;
