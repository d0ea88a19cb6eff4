export const EXPIRE = `
  -- Deletes so many rows of each table at most. Months are dropped once all of their days are over and kept long enough.
  create or replace function usage.expire(days int, at_most int) returns bigint
  language plpgsql security definer set search_path = pg_catalog set timezone = 'UTC' set lock_timeout = '500ms' as $$
  declare
    kept_since constant timestamptz := now() - make_interval(days => days);
    deleted bigint := 0;
    gone bigint;
  begin
    delete from usage.months m where m.month + interval '1 month' <= kept_since;
    delete from usage.windows where ctid = any (array(
      select ctid from usage.windows w where w.taken_at < now() - interval '2 hours' limit at_most));
    get diagnostics gone = row_count;
    deleted := deleted + gone;
    delete from usage.new_counts where ctid = any (array(
      select ctid from usage.new_counts n where n.hour < now() - interval '2 hours' limit at_most));
    get diagnostics gone = row_count;
    deleted := deleted + gone;
    delete from usage.instances where ctid = any (array(
      select ctid from usage.instances i where i.seen_at < now() - interval '1 day' limit at_most));
    get diagnostics gone = row_count;
    deleted := deleted + gone;
    delete from usage.latest where ctid = any (array(
      select ctid from usage.latest l where l.last_at < kept_since limit at_most));
    get diagnostics gone = row_count;
    deleted := deleted + gone;
    delete from usage.apps where ctid = any (array(
      select ctid from usage.apps a where a.seen_at < kept_since limit at_most));
    get diagnostics gone = row_count;
    deleted := deleted + gone;
    delete from usage.unknown_keys where ctid = any (array(
      select ctid from usage.unknown_keys u where u.seen_at < kept_since limit at_most));
    get diagnostics gone = row_count;
    return deleted + gone;
  end $$`;
