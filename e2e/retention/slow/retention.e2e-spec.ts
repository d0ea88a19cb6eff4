import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GET_OR_LEASE, REDIS_KEYS, wrapFlagSet } from '@burgee/contracts/wire';
import { freePorts, type ManagedProcess, serviceProcess } from '@burgee/launcher';
import {
  addMember,
  aFlag,
  aProject,
  aUser,
  createTestDatabase,
  eventually,
  queryDatabase,
  sharedCluster,
  TestClient,
  type TestDatabase,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';

/** More than any job deletes at once, but for ids of messages, which are deleted 5,000 at a time. */
const MANY = 2_500;
const [MONTHS_KEPT, MONTHS_RECEIVED] = [1, 2];

/** Rows of a table that have had their time, and rows that have not. */
interface Growing {
  /** Inserts rows; $1 of them have expired. */
  fill: string;
  /** How many of them stay. */
  stays: number;
}

const PROJECT = '00000000-0000-4000-8000-000000000001';
const USER = '00000000-0000-4000-8000-000000000002';
const ENVIRONMENT = '00000000-0000-4000-8000-000000000003';

/** The first day of the month so many months ago, as audit counts months. */
const month = (ago: number) => `(date_trunc('month', now() at time zone 'UTC') - interval '${ago} months')::date`;

const rows = (count: string) => `from generate_series(1, ${count}) n`;
const EXPIRED = '$1::int';

/** Keys that have ended, one in its grace, and the current one. */
const keysOf = (table: string): Growing => ({
  fill: `insert into ${table} (id, environment_id, hash, ciphertext, expires_at)
         select gen_random_uuid(), '${ENVIRONMENT}', n::text, '',
                case when n <= ${EXPIRED} then now() when n = $1 + 1 then now() + interval '1 day' end ${rows('$1 + 2')}`,
  stays: 2,
});

/** Rows of usage, the expired ones from long ago. */
function usageOf(
  table: string,
  time: string,
  columns: Record<string, string>,
  longAgo = `now() - interval '1 year'`,
): Growing {
  const names = Object.keys(columns).join(', ');
  return {
    fill: `insert into usage.${table} (environment_id, ${time}, ${names})
           select '${ENVIRONMENT}', case when n <= ${EXPIRED} then ${longAgo} else now() end, ${Object.values(columns).join(', ')}
           ${rows('$1 + 3')}`,
    stays: 3,
  };
}

/**
 * Every table of every service. A text says why nothing of it has to be deleted. A new table needs a line here: either a job
 * deletes from it, or it does not grow.
 */
const TABLES: Record<string, Growing | string> = {
  'auth.migrations': 'a row for each migration',
  'auth.users': 'the accounts of people',
  'auth.installation': 'one row',
  'auth.listed_administrators': 'a row for each account that ADMINISTRATORS lists',
  'auth.links': 'one of each kind for each account; each new link deletes those that ended a week ago',
  'auth.identities': 'what people sign in with, no longer than the account',
  'auth.used_logout_tokens': 'each logout by a provider deletes those that have expired',
  'auth.trusts': 'what people make, up to 50 in a project',
  'auth.exchanged_tokens': {
    fill: `insert into auth.exchanged_tokens (digest, expires_at)
           select n::text, now() + interval '1 day' * sign(n - ${EXPIRED} - 0.5) ${rows('$1 + 3')}`,
    stays: 3,
  },
  // Personal tokens that ended more than 30 days ago, and one each that ended today, is live, and is of a project.
  'auth.tokens': {
    fill: `insert into auth.tokens (id, secret_hash, name, user_id, project_id, verbs, created_by, expires_at)
           select gen_random_uuid(), n::text, 't', case when n < $1 + 3 then '${USER}'::uuid end,
                  case when n = $1 + 3 then '${PROJECT}'::uuid end, '{read}', '${USER}',
                  now() + interval '1 day' * case n when ${EXPIRED} + 1 then 0 when $1 + 2 then 31 else -31 end
           ${rows('$1 + 3')}`,
    stays: 3,
  },
  'auth.mailed_invitations': {
    fill: `insert into auth.mailed_invitations (invitation_hash, recipient_key, invited_by, created_at, expires_at)
           select n::text, 'a', '${USER}', now() - interval '2 days', now() + interval '1 day' * sign(n - ${EXPIRED} - 0.5)
           ${rows('$1 + 3')}`,
    stays: 3,
  },
  'auth.mailed_notices': {
    fill: `insert into auth.mailed_notices (user_id, kind, subject_id, mailed_at)
           select '${USER}', 'flag_stale', gen_random_uuid(),
                  now() - interval '1 day' * case when n <= ${EXPIRED} then 31 else 29 end
           ${rows('$1 + 3')}`,
    stays: 3,
  },
  'auth.mails': {
    fill: `insert into auth.mails (id, kind, facts, given_up_at)
           select gen_random_uuid(), 'test', '{}', case when n <= ${EXPIRED} then now() - interval '8 days' else now() end
           ${rows('$1 + 3')}`,
    stays: 3,
  },
  'auth.sessions': {
    fill: `insert into auth.sessions (id, user_id, secret_hash, expires_at, revoked_at)
           select gen_random_uuid(), '${USER}', n::text, now() + interval '1 day' * sign(n - $1 - 0.5),
                  case when n % 2 = 0 then now() end ${rows('$1 + 3')}`,
    stays: 3,
  },
  'flags.migrations': 'a row for each migration',
  'flags.installation': 'one row',
  'flags.projects': 'what people make, by PROJECTS_PER_ACCOUNT_AT_MOST',
  'flags.lone_return_values': 'what one migration notes; each is deleted when its flag is emptied',
  'flags.members': 'what people make, by MEMBERS_PER_PROJECT_AT_MOST',
  'flags.preferences': 'a row for each member who keeps favorites or views, and no longer than the membership',
  'flags.environments': 'what people make, by ENVIRONMENTS_PER_PROJECT_AT_MOST',
  'flags.environment_origins': 'what people make, by 20 for each environment',
  'flags.flags': 'what people make, by FLAGS_PER_PROJECT_AT_MOST',
  'flags.flag_values': 'a row for each flag and environment',
  'flags.sdk_keys': keysOf('flags.sdk_keys'),
  'flags.client_keys': keysOf('flags.client_keys'),
  'flags.invitations': {
    fill: `insert into flags.invitations (id, project_id, token_hash, role, invited_by, expires_at)
           select gen_random_uuid(), '${PROJECT}', n::text, 'viewer', '${USER}', now() + interval '1 day' * sign(n - $1 - 0.5)
           ${rows('$1 + 3')}`,
    stays: 3,
  },
  'flags.webhooks': 'what people make, by WEBHOOKS_PER_PROJECT_AT_MOST and WEBHOOKS_PER_ACCOUNT_AT_MOST',
  'flags.switch_off_links': 'what people make, up to 100 in a project',
  'flags.token_access': 'what people make: an installation has up to 100 tokens at a time',
  'flags.group_roles': 'what people make, up to 200 in a project',
  'flags.shared_views': 'what people make, up to 50 in a project',
  'flags.applied_groups': 'a row for each account and project that groups have given a role',
  'flags.token_changes': {
    fill: `insert into flags.token_changes (token_id, updated_at)
           select gen_random_uuid(), now() - interval '1 day' * case when n <= ${EXPIRED} then 367 else 365 end
           ${rows('$1 + 3')}`,
    stays: 3,
  },
  // A delivery from a week ago, one from today and a waiting one; from today, up to 1,000 per webhook.
  'flags.webhook_deliveries': {
    fill: `with webhook as (
             insert into flags.webhooks (id, project_id, name, url, format, secret, disabled_at, disabled_reason)
             values (gen_random_uuid(), '${PROJECT}', 'w', 'https://x.example/', 'standard', '', now(), 'manual') returning id)
           insert into flags.webhook_deliveries
             (webhook_id, event_id, type, payload, occurred_at, created_at, state, next_attempt_at, retry_until)
           select id, gen_random_uuid(), '', '{}', now(),
                  now() - case when n <= ${EXPIRED} then interval '8 days' else interval '1 minute' end,
                  case when n = $1 + 1 then 'waiting' else 'delivered' end,
                  case when n = $1 + 1 then now() end, now() + interval '1 day'
           from webhook, generate_series(1, $1 + 1101) n`,
    stays: 1_001,
  },
  // Changes beyond CHANGE_RETENTION_HOURS, a change that streams may resume from, and a dead letter, which stays.
  'flags.outbox': {
    fill: `insert into flags.outbox (event_id, kind, environment_id, revision, payload, delivered_at, dead_lettered_at)
           select gen_random_uuid(), 'flag_updated', '${ENVIRONMENT}', n, '{}',
                  case when n <= ${EXPIRED} then now() - interval '25 hours' when n = $1 + 1 then now() end,
                  case when n = $1 + 2 then now() - interval '90 days' end ${rows('$1 + 2')}`,
    stays: 2,
  },
  'auth.outbox': 'what waits for audit; a row goes when it is recorded, however old it is',
  'auth.recorded_settings': 'one row',
  // Up to a checkpoint from before HISTORY_RETENTION_DAYS, and after it.
  'flags.history': {
    fill: `insert into flags.history (environment_id, revision, epoch, flag_id, changed_at)
           select '${ENVIRONMENT}', n, '', '${PROJECT}', now() ${rows(`${EXPIRED} + 4`)}`,
    stays: 3,
  },
  'flags.checkpoints': {
    fill: `insert into flags.checkpoints (environment_id, revision, epoch, taken_at, flags)
           select '${ENVIRONMENT}', n, '', case when n <= ${EXPIRED} + 1 then now() - interval '366 days' else now() end, '[]'
           ${rows('$1 + 3')}`,
    stays: 3,
  },
  // Open ones stay.
  'flags.change_requests': {
    fill: `insert into flags.change_requests (id, project_id, environment_id, author_id, state, changes, closed_at)
           select gen_random_uuid(), '${PROJECT}', '${ENVIRONMENT}', '${PROJECT}', 'rejected', '[]',
                  case when n <= ${EXPIRED} then now() - interval '366 days' when n <= ${EXPIRED} + 1 then now() end ${rows('$1 + 3')}`,
    stays: 3,
  },
  'flags.deleted_flags': {
    fill: `insert into flags.deleted_flags (flag_id, project_id, flag, flag_values, deleted_at)
           select gen_random_uuid(), '${PROJECT}', '{}', '{}',
                  case when n <= ${EXPIRED} then now() - interval '366 days' else now() end ${rows('$1 + 3')}`,
    stays: 3,
  },
  // Some that were read more than 30 days ago, one read now and unread ones from long ago.
  'flags.notices': {
    fill: `with member as (
             insert into flags.members (project_id, user_id, role) values ('${PROJECT}', '${USER}', 'owner')
             on conflict do nothing
           )
           insert into flags.notices (project_id, user_id, kind, subject_id, about, created_at, read_at)
           select '${PROJECT}', '${USER}', 'plan_paused', gen_random_uuid(), '{}', now() - interval '40 days',
                  case when n <= ${EXPIRED} then now() - interval '31 days' when n = $1 + 1 then now() end
           ${rows('$1 + 3')}`,
    stays: 3,
  },
  // Some that ended more than 30 days ago, and a waiting one.
  'flags.schedules': {
    fill: `with flag as (
             insert into flags.flags (id, project_id, key, name, type) values ('${USER}', '${PROJECT}', 'f', 'f', 'boolean')
           )
           insert into flags.schedules
             (id, project_id, flag_id, environment_id, if_late, if_changed, author_id, steps, expected, next_at, ended_at)
           select gen_random_uuid(), '${PROJECT}', '${USER}', '${ENVIRONMENT}', 'run', 'run', '${USER}', '[]', '{}',
                  case when n > ${EXPIRED} then now() + interval '1 day' end,
                  case when n <= $1 then now() - interval '31 days' end
           ${rows('$1 + 3')}`,
    stays: 3,
  },
  'audit.migrations': 'a row for each migration',
  'audit.retention': 'one row',
  'audit.chains': 'a row for each project that ever was: what comes next is chained to it',
  // A month that is older than AUDIT_RETENTION_MONTHS, and two that are not.
  'audit.entries': {
    fill: `select audit.append(array_agg(replace(json_build_object(
             'id', gen_random_uuid(), 'action', 'flag_toggle', 'project_id', '${PROJECT}', 'flag_id', md5(n::text)::uuid,
             'environment_id', '${ENVIRONMENT}', 'user_id', md5(n::text)::uuid,
             'created_at', to_char(case when n <= ${EXPIRED} then ${month(4)} else ${month(0)} end,
                                   'YYYY-MM-DD"T00:00:00.000Z"'))::text, ' : ', ':') order by n),
             array_agg(case when n <= $1 then ${month(4)} else ${month(0)} end order by n)) ${rows('$1 + 3')}`,
    // One more says what was dropped.
    stays: 4,
  },
  // The last is of what was dropped just now.
  'audit.beginnings': {
    fill: `insert into audit.beginnings (chain_id, seq, hash, entries_since, signature)
           select '${PROJECT}', -n, '', ${month(5)}, '' ${rows(EXPIRED)}`,
    stays: 1,
  },
  'audit.months': { fill: `insert into audit.months select ${month(MONTHS_KEPT)} where ${EXPIRED} > 0`, stays: 2 },
  'audit.anchors': {
    fill: `insert into audit.anchors (chain_id, month, seq, hash)
           select '${PROJECT}', ${month(4)} - n * interval '1 month', 0, '' ${rows(EXPIRED)}`,
    stays: 1,
  },
  'audit.received': {
    fill: `insert into audit.received (event_id, month) select gen_random_uuid(), ${month(MONTHS_RECEIVED + 1)} ${rows(EXPIRED)}`,
    stays: 4,
  },
  // Of entries before the last of a dropped month, of that, and of the three after it.
  'audit.checkpoints': {
    fill: `with signed as (update audit.chains set signed_at = now())
           insert into audit.checkpoints (chain_id, seq, hash, signed_at, kid, public_key, signature)
           select '${PROJECT}', n, '', ${month(4)}, '', '', '' ${rows(`${EXPIRED} + 3`)}`,
    stays: 4,
  },
  // Some are filled with the entries.
  'audit.latest': { fill: `select ${EXPIRED}`, stays: 3 },
  'audit.people': {
    fill: `insert into audit.people (person_id, name, month)
           select md5(n::text)::uuid, 'Ada', case when n <= ${EXPIRED} then ${month(4)} else ${month(0)} end ${rows('$1 + 3')}`,
    stays: 4,
  },
  'usage.migrations': 'a row for each migration',
  'usage.months': {
    fill: `insert into usage.months select ${month(4)} where ${EXPIRED} > 0 union all select ${month(0)}`,
    stays: 1,
  },
  'usage.counts': usageOf('counts', 'hour', { flag_key: "''", variant: "''", app: 'n::text', count: '1' }, month(4)),
  'usage.latest': usageOf('latest', 'last_at', { flag_key: "''", app: 'n::text' }),
  'usage.apps': usageOf('apps', 'seen_at', { app: 'n::text', sdk: "''", sdk_version: "''" }),
  'usage.instances': usageOf('instances', 'seen_at', {
    app: "''",
    instance: 'n::text',
    sdk: "''",
    sdk_version: "''",
  }),
  'usage.unknown_keys': usageOf('unknown_keys', 'seen_at', {
    flag_key: 'n::text',
    app: "''",
    count: '1',
    first_at: 'now()',
  }),
  'usage.new_counts': {
    fill: `insert into usage.new_counts (account_id, hour, count)
           select md5(n::text)::uuid, case when n <= ${EXPIRED} then now() - interval '1 year' else now() end, 1 ${rows('$1 + 3')}`,
    stays: 3,
  },
  'usage.windows': usageOf('windows', 'taken_at', { window_id: 'gen_random_uuid()' }),
};

const growing = Object.entries(TABLES).filter((entry): entry is [string, Growing] => typeof entry[1] !== 'string');

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query(
    `insert into auth.users (id, name, email, email_key, password_hash) values ($1, 'Ada', 'a', 'a', '')`,
    [USER],
  );
  await client.query(`insert into flags.projects (id, name, slug) values ($1, 'p', 'p')`, [PROJECT]);
  await client.query(`insert into flags.members (project_id, user_id, role) values ($1, $2, 'owner')`, [PROJECT, USER]);
  await client.query(
    `insert into flags.environments (id, project_id, name, slug, icon, protected) values ($1, $2, 'e', 'e', '', false)`,
    [ENVIRONMENT, PROJECT],
  );
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

async function count(table: string): Promise<number> {
  const { rows: found } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return found[0]?.count ?? 0;
}

async function startService(
  app: 'auth' | 'flags-admin' | 'audit' | 'sdk-gateway' | 'usage',
  settings: Record<string, string> = {},
): Promise<ManagedProcess> {
  const { root, dataDir, redisUrls, secrets } = sharedCluster();
  const [port = 0, opsPort = 0, noNats = 0] = await freePorts(3);
  const env = {
    NODE_ENV: 'production',
    PORT: String(port),
    OPS_PORT: String(opsPort),
    DATABASE_URL: database.urlFor(app),
    DATABASE_URL_MAINTENANCE: database.urlFor('audit-maintenance'),
    REDIS_URL: redisUrls[app] ?? '',
    // Messages of the cluster's own services are not for this database.
    NATS_URL: `nats://127.0.0.1:${noNats}`,
    SESSION_PRIVATE_KEY: secrets.SESSION_PRIVATE_KEY,
    SESSION_PUBLIC_KEY: secrets.SESSION_PUBLIC_KEY,
    PASSWORD_PEPPER: secrets.PASSWORD_PEPPER,
    SDK_KEY_SECRET: secrets.SDK_KEY_SECRET,
    STREAM_TICKET_SECRET: secrets.STREAM_TICKET_SECRET,
    FORWARDING_SECRET: secrets.FORWARDING_SECRET,
    AUDIT_RETENTION_MONTHS: String(MONTHS_KEPT),
    AUDIT_CHECKPOINT_KEY: secrets.AUDIT_CHECKPOINT_KEY,
    ...settings,
  };
  const logs = join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const service = serviceProcess(root, logs, { name: `${app}-${port}`, app, port, opsPort, env }, false);
  await service.start();
  return service;
}

describe('what is stored', () => {
  it('is in the tables that this test knows, and in no other', async () => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables t
       join pg_class c on c.oid = format('%I.%I', table_schema, table_name)::regclass
       where table_type = 'BASE TABLE' and not relispartition
         and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(TABLES).toSorted());
  });

  it('is deleted by each service after its retention, and not before', async () => {
    for (const [, { fill }] of growing) await client.query(fill, [MANY]);
    const services: ManagedProcess[] = [];
    try {
      for (const app of ['auth', 'flags-admin', 'audit', 'usage'] as const) services.push(await startService(app));
      await eventually(async () => {
        const left: [string, number][] = [];
        for (const [table] of growing) left.push([table, await count(table)]);
        expect(left).toEqual(growing.map(([table, { stays }]) => [table, stays]));
      }, 60_000);
    } finally {
      await Promise.all(services.map((service) => service.stop()));
    }
  }, 120_000);

  it('of a change is gone from the outbox once audit has it, and of an invitation once it is accepted', async () => {
    const { url } = sharedCluster();
    const project = await aProject(url);
    await addMember(project, await aUser(url), 'viewer');
    await aFlag(project);
    await eventually(async () => {
      const [left] = await queryDatabase<{ messages: number; invitations: number }>(
        `select (select count(*) from flags.outbox where kind = 'audit' and payload ->> 'project_id' = $1::text)::int as messages,
                (select count(*) from flags.invitations where project_id = $1::text::uuid)::int as invitations`,
        [project.id],
      );
      expect(left).toEqual({ messages: 0, invitations: 0 });
    });
  });
});

describe('what a gateway keeps on disk', () => {
  it('is of environments that exist', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'burgee-retention-'));
    const { rows: found } = await client.query<{ epoch: string }>('select flags.current_epoch($1) as epoch', [
      ENVIRONMENT,
    ]);
    const epoch = found[0]?.epoch ?? '';
    const label = JSON.stringify({ epoch, revision: 0, key_hashes: [], checked_at: Date.now() });
    for (const environmentId of [ENVIRONMENT, ...Array.from({ length: 100 }, () => randomUUID())]) {
      const set = wrapFlagSet({ environmentId, epoch, revision: 0, body: Buffer.from('[]') });
      writeFileSync(join(folder, `${environmentId}.v1`), Buffer.concat([Buffer.from(`${label}\n`), set]));
    }
    const gateway = await startService('sdk-gateway', { LAST_KNOWN_GOOD_DIR: folder });
    try {
      await eventually(
        () => expect(readdirSync(folder).filter((name) => /\.v1/.test(name))).toEqual([`${ENVIRONMENT}.v1`]),
        60_000,
      );
    } finally {
      await gateway.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});

interface Made {
  environmentId: string;
  keyHash: string;
}

/** Where the keys of each kind are found; each kind needs a line. */
const KEYS: Record<keyof typeof REDIS_KEYS, (made: Made) => string> = {
  flagSet: ({ environmentId }) => REDIS_KEYS.flagSet({ environmentId, epoch: '*', revision: 0 }).replace(/0$/, '*'),
  latest: ({ environmentId }) => REDIS_KEYS.latest(environmentId),
  lease: ({ environmentId }) => REDIS_KEYS.lease({ environmentId, epoch: 'e', revision: 1 }),
  key: ({ keyHash }) => REDIS_KEYS.key(keyHash),
  anyKey: () => REDIS_KEYS.anyKey,
  ticket: () => REDIS_KEYS.ticket('*'),
  limit: () => REDIS_KEYS.limit('*'),
};

describe('what Redis holds', () => {
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(sharedCluster().redisAdminUrl, { disableClientInfo: true });
  });
  afterAll(() => redis?.disconnect());

  it('is of the kinds that this test knows', () => {
    expect(Object.keys(KEYS).toSorted()).toEqual(Object.keys(REDIS_KEYS).toSorted());
  });

  it('expires by itself, for every writer', async () => {
    const { url } = sharedCluster();
    const project = await aProject(url);
    const { owner, development } = project;
    const flag = await aFlag(project);
    const client = new TestClient(url);
    const key = { 'x-sdk-key': development.sdk_key };
    const environmentId = development.id;
    const made = { environmentId, keyHash: createHash('sha256').update(development.sdk_key).digest('hex') };
    await client.get('/api/v1/flags', key);
    const { ticket } = (await client.post('/api/v1/stream/ticket', undefined, key)).body;
    const stream = await client.stream(`/api/v1/stream?ticket=${ticket}`);
    stream.close();
    await client.post('/api/auth/login', { email: owner.email, password: 'wrong' });
    const unread = { environmentId, epoch: 'e', revision: 1 };
    await redis.eval(GET_OR_LEASE, 2, REDIS_KEYS.flagSet(unread), REDIS_KEYS.lease(unread), 'token', 60_000);
    const left = async () => {
      const found = Object.entries(KEYS).map(async ([kind, pattern]) => {
        const times = await Promise.all((await redis.keys(pattern(made))).map((one) => redis.pttl(one)));
        return [kind, times.length > 0 && !times.includes(-1)];
      });
      return Object.fromEntries(await Promise.all(found)) as object;
    };
    const all = Object.fromEntries(Object.keys(KEYS).map((kind) => [kind, true]));
    await eventually(async () => expect(await left()).toEqual(all));
    // The pointer that flags-admin makes, without one from before.
    await redis.del(REDIS_KEYS.latest(environmentId));
    await owner.client.patch(`/api/flags/${flag.id}/environments/${environmentId}/toggle`, { is_enabled: true });
    await eventually(async () => expect(await redis.pttl(REDIS_KEYS.latest(environmentId))).toBeGreaterThan(0));
  });
});
