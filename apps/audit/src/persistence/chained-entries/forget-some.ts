export const FORGET_SOME = `
  -- Deletes so many rows of one table at most: ids of messages that were received before a month, and what belongs to dropped months alone.
  -- In the order of time, so that only the index of it is read. A checkpoint of entries that are kept stays: they can be held to it.
  create or replace function audit.forget_some(what text, received_before date, at_most int) returns bigint
  language plpgsql security definer set search_path = pg_catalog set timezone = 'UTC' set audit.expiring = 'on' as $$
  declare
    kept_since constant date := (select r.entries_since from audit.retention r);
    deleted bigint;
  begin
    case what
      when 'received' then
        insert into audit.retention as r (received_since) values (received_before)
        on conflict (single) do update set received_since = excluded.received_since
        where r.received_since < excluded.received_since;
        delete from audit.received where ctid = any (array(
          select ctid from audit.received r where r.month < received_before order by r.month limit at_most));
      when 'latest' then
        delete from audit.latest where ctid = any (array(
          select ctid from audit.latest l where l.month < kept_since order by l.month limit at_most));
      when 'people' then
        delete from audit.people where ctid = any (array(
          select ctid from audit.people p where p.month < kept_since order by p.month limit at_most));
      when 'checkpoints' then
        delete from audit.checkpoints where ctid = any (array(
          select c.ctid from audit.checkpoints c
          where c.signed_at < kept_since and exists (
            select from audit.anchors a where a.chain_id = c.chain_id and a.seq > c.seq and a.month < kept_since)
          order by c.signed_at limit at_most));
    end case;
    get diagnostics deleted = row_count;
    return deleted;
  end $$`;
