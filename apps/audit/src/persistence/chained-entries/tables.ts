export const TABLES = `
  -- Inserting a month makes its partition, deleting it drops the partition.
  create table audit.months (month date primary key check (extract(day from month) = 1));

  -- One chain for each project: its newest entry, and the actions that it has.
  create table audit.chains (
    chain_id uuid primary key,
    seq bigint not null default 0,
    hash bytea not null default '',
    month date not null default '-infinity',
    actions text[] not null default '{}'
  );

  -- The last entry of each month of a chain: where verification begins when the month is dropped.
  create table audit.anchors (
    chain_id uuid not null,
    month date not null,
    seq bigint not null,
    hash bytea not null,
    primary key (chain_id, month)
  );

  create table audit.received (event_id uuid primary key, month date not null);

  -- Names and e-mail addresses, which no hash covers. An erased person keeps a row without them.
  create table audit.people (
    person_id uuid primary key,
    name text,
    email text,
    erased_at timestamptz,
    month date not null
  );

  create table audit.latest (
    flag_id uuid primary key,
    chain_id uuid not null,
    month date not null,
    id uuid not null,
    action text not null,
    environment_id uuid,
    environment_name text,
    user_id uuid not null,
    created_at timestamptz(3) not null
  );

  -- What is older is gone. No row: nothing is.
  create table audit.retention (
    single boolean primary key default true check (single),
    entries_since date not null default '-infinity',
    received_since date not null default '-infinity'
  );

  create table audit.entries (
    chain_id uuid not null,
    seq bigint not null,
    month date not null,
    id uuid not null,
    action text not null,
    flag_id uuid,
    environment_id uuid,
    user_id uuid not null,
    created_at timestamptz(3) not null,
    content text not null,
    hash bytea not null,
    primary key (chain_id, seq, month)
  ) partition by list (month);`;

/**
 * Encodes the chain, the action and optionally the flag, the user and the environment in eight bytes instead of five
 * columns. Hashes can collide, so queries also compare the columns.
 */
export const RANGE_KEY = `
  create function audit.range_key(chain_id uuid, action text, flag_id uuid, user_id uuid, environment_id uuid)
  returns bigint language sql immutable parallel safe
  return pg_catalog.uuid_hash_extended(chain_id, 1) # pg_catalog.hashtextextended(action, 2)
    # coalesce(pg_catalog.uuid_hash_extended(flag_id, 3), 0) # coalesce(pg_catalog.uuid_hash_extended(user_id, 4), 0)
    # coalesce(pg_catalog.uuid_hash_extended(environment_id, 5), 0)`;

/** Index name: the columns after the project and the action. */
export const INDEXES = {
  by_action: [],
  by_user: ['user_id'],
  by_environment: ['environment_id'],
  by_user_environment: ['user_id', 'environment_id'],
  by_flag: ['flag_id'],
  by_flag_user: ['flag_id', 'user_id'],
  by_flag_environment: ['flag_id', 'environment_id'],
  by_flag_user_environment: ['flag_id', 'user_id', 'environment_id'],
};

export function indexStatement([name, columns]: [string, string[]]): string {
  const key = ['flag_id', 'user_id', 'environment_id'].map((one) => (columns.includes(one) ? one : 'null'));
  return `create index entries_${name} on audit.entries (audit.range_key(chain_id, action, ${key.join(', ')}), created_at, id)`;
}

export const MONTHS = `
  create function audit.change_month() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      execute format('drop table if exists audit.%I', 'entries_' || to_char(old.month, 'YYYY_MM'));
      return old;
    end if;
    -- Attaching locks less than creating a partition does.
    execute format('create table audit.%I (like audit.entries including defaults)', 'entries_' || to_char(new.month, 'YYYY_MM'));
    execute format('alter table audit.entries attach partition audit.%I for values in (%L)',
                   'entries_' || to_char(new.month, 'YYYY_MM'), new.month);
    execute format('create trigger entries_are_append_only before update or delete or truncate on audit.%I
                    for each statement execute function audit.refuse_change()', 'entries_' || to_char(new.month, 'YYYY_MM'));
    return new;
  end $$;

  create trigger months_are_partitions after insert or delete on audit.months
  for each row execute function audit.change_month();

  create trigger entries_are_append_only before update or delete or truncate on audit.entries
  for each statement execute function audit.refuse_change()`;
