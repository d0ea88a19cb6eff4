import { sharedCluster, type User } from '@burgee/testing';
import pg from 'pg';

/** Shared by the test file: connecting costs more than most queries. */
const connections = new pg.Pool({
  connectionString: sharedCluster().postgresUrl,
  idleTimeoutMillis: 1_000,
  allowExitOnIdle: true,
});

/** The cluster's database as its superuser sees it: what a test compares before and after. */
export async function asSuperuser<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connections.connect();
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    // A connection in an open transaction cannot be reused.
    client.release(failed);
  }
}

/** As if the account had signed in an hour ago. */
export const signedInLongAgo = ({ id }: Pick<User, 'id'>) =>
  asSuperuser((client) =>
    client.query(
      `update auth.sessions set created_at = now() - interval '1 hour', proved_at = null where user_id = $1`,
      [id],
    ),
  );

/** Counts the transactions that wait for this connection's, directly or indirectly. */
export async function waiting(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(`
    with recursive behind(pid) as (
      select pg_backend_pid()
      union
      select a.pid from pg_stat_activity a join behind b on b.pid = any(pg_blocking_pids(a.pid))
    ) select count(*)::int - 1 as waiting from behind`);
  return rows[0]?.waiting ?? 0;
}

const rows = (table: string, where: string) =>
  `(select coalesce(json_agg(t order by t::text), '[]') from ${table} t where ${where})`;

const PROJECTS = 'select project_id from flags.members where user_id = any($2::uuid[]) union select $1::uuid';
const ENVIRONMENTS = `select id from flags.environments where project_id in (${PROJECTS})`;
const FLAGS = `select id from flags.flags where project_id in (${PROJECTS})`;

/**
 * One statement, so one snapshot. Records move from the outboxes to audit, so their tables count as one, and
 * the columns about delivery do not count.
 */
const EVERYTHING = `select json_build_object(
  'projects', ${rows('flags.projects', `t.id in (${PROJECTS})`)},
  'members', ${rows('flags.members', `t.project_id in (${PROJECTS})`)},
  'invitations', ${rows('flags.invitations', `t.project_id in (${PROJECTS})`)},
  'webhooks', ${rows(
    '(select id, project_id, name, url, format, environment_ids, actions, secret, disabled_at from flags.webhooks)',
    `t.project_id in (${PROJECTS})`,
  )},
  'webhook_deliveries', ${rows(
    '(select webhook_id, event_id, retry_until from flags.webhook_deliveries)',
    `t.webhook_id in (select id from flags.webhooks where project_id in (${PROJECTS}))`,
  )},
  'switch_off_links', ${rows(
    '(select id, project_id, environment_id, flag_id, tag, name, effect, secret_hash, ended_at from flags.switch_off_links)',
    `t.project_id in (${PROJECTS})`,
  )},
  'environments', ${rows('flags.environments', `t.project_id in (${PROJECTS})`)},
  'environment_origins', ${rows('flags.environment_origins', `t.environment_id in (${ENVIRONMENTS})`)},
  'sdk_keys', ${rows('flags.sdk_keys', `t.environment_id in (${ENVIRONMENTS})`)},
  'client_keys', ${rows('flags.client_keys', `t.environment_id in (${ENVIRONMENTS})`)},
  'flags', ${rows('flags.flags', `t.project_id in (${PROJECTS})`)},
  'flag_values', ${rows('flags.flag_values', `t.flag_id in (${FLAGS})`)},
  'schedules', ${rows('flags.schedules', `t.project_id in (${PROJECTS})`)},
  'notices', ${rows('flags.notices', `t.project_id in (${PROJECTS})`)},
  'shared_views', ${rows('flags.shared_views', `t.project_id in (${PROJECTS})`)},
  'preferences', ${rows('flags.preferences', `t.project_id in (${PROJECTS})`)},
  'changes', ${rows(
    '(select event_id, kind, environment_id, revision, payload from flags.outbox where revision is not null)',
    `t.environment_id in (${ENVIRONMENTS})`,
  )},
  'facts', ${rows(
    `(select event_id, payload ->> 'project_id' as project_id from flags.outbox
      where kind = 'audit' and payload ->> 'project_id' in (select project_id::text from (${PROJECTS}) p)
      union select event_id, payload ->> 'project_id' from auth.outbox
      where payload ->> 'project_id' in (select project_id::text from (${PROJECTS}) p)
      union select id, chain_id::text from audit.entries where chain_id in (${PROJECTS}))`,
    'true',
  )},
  'trusts', ${rows('auth.trusts', `t.project_id in (${PROJECTS})`)},
  'tokens', ${rows(
    '(select id, user_id, project_id, name, verbs, expires_at, revoked_at from auth.tokens)',
    `t.project_id in (${PROJECTS}) or t.user_id = any($2::uuid[])`,
  )},
  'token_access', ${rows('flags.token_access', `t.project_id in (${PROJECTS})`)},
  'users', ${rows('auth.users', 't.id = any($2::uuid[])')},
  'sessions', ${rows('auth.sessions', 't.user_id = any($2::uuid[])')}
) as state`;

/** All that is stored of a project and of these users, as text to compare. */
export async function stateOf(projectId: string, userIds: string[]): Promise<string> {
  return asSuperuser(async (client) => {
    const { rows: found } = await client.query<{ state: unknown }>(EVERYTHING, [projectId, userIds]);
    return JSON.stringify(found[0]?.state, null, 1);
  });
}

/** Every row of every table, as text. */
export async function dumpEverything(): Promise<string> {
  return asSuperuser(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows: found } = await client.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
      texts.push(name, ...found.map(({ row }) => row));
    }
    return texts.join('\n');
  });
}
