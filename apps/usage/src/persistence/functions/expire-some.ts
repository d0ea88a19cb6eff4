/** The tables that retention deletes from. */
export const EXPIRING = ['months', 'windows', 'new_counts', 'instances', 'latest', 'apps', 'unknown_keys'] as const;

export const EXPIRE_SOME = `
  -- Deletes so many rows of one table at most. Of months the oldest is dropped, once all of its days are over and kept long enough.
  -- In the order of time, so that only the index of it is read: without an order Postgres may read the table, and all of that may be kept.
  create or replace function usage.expire_some(what text, days int, at_most int) returns bigint
  language plpgsql security definer set search_path = pg_catalog set timezone = 'UTC' set lock_timeout = '500ms' as $$
  declare
    kept_since constant timestamptz := now() - make_interval(days => days);
    deleted bigint;
  begin
    case what
      when 'months' then
        delete from usage.months where month = (
          select min(m.month) from usage.months m where m.month + interval '1 month' <= kept_since);
      when 'windows' then
        delete from usage.windows where ctid = any (array(
          select ctid from usage.windows w where w.taken_at < now() - interval '2 hours' order by w.taken_at limit at_most));
      when 'new_counts' then
        delete from usage.new_counts where ctid = any (array(
          select ctid from usage.new_counts n where n.hour < now() - interval '2 hours' order by n.hour limit at_most));
      when 'instances' then
        delete from usage.instances where ctid = any (array(
          select ctid from usage.instances i where i.seen_at < now() - interval '1 day' order by i.seen_at limit at_most));
      when 'latest' then
        delete from usage.latest where ctid = any (array(
          select ctid from usage.latest l where l.last_at < kept_since order by l.last_at limit at_most));
      when 'apps' then
        delete from usage.apps where ctid = any (array(
          select ctid from usage.apps a where a.seen_at < kept_since order by a.seen_at limit at_most));
      when 'unknown_keys' then
        delete from usage.unknown_keys where ctid = any (array(
          select ctid from usage.unknown_keys u where u.seen_at < kept_since order by u.seen_at limit at_most));
    end case;
    get diagnostics deleted = row_count;
    return deleted;
  end $$`;
