import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_APPS, type DatabaseApp, databaseRole } from '@burgee/contracts/wire';
import { aProject, createTestDatabase, type TestDatabase, unique, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import pg from 'pg';
import { NOT_TO_HEAR, NOT_TO_SAY } from './nats-refusals.js';

const { natsUrls, redisUrls, postgresUrl, dataDir } = sharedCluster();

describe('NATS', () => {
  const open: NatsConnection[] = [];
  const server = new URL(natsUrls.audit!).host;

  async function as(app: string, options: ConnectionOptions = {}): Promise<NatsConnection> {
    const { username, password } = new URL(natsUrls[app]!);
    const connection = await connect({ servers: server, user: username, pass: password, reconnect: false, ...options });
    open.push(connection);
    return connection;
  }

  afterAll(async () => {
    await Promise.all(open.map((connection) => connection.close()));
  });

  it.each([
    ['without a name', {}],
    ['with a name and no password', { user: 'audit' }],
    ['with a wrong password', { user: 'audit', pass: 'x' }],
    ['with an unknown name', { user: 'burgee', pass: 'burgee' }],
    ['as the system account', { user: 'sys', pass: 'sys' }],
    ['with a token', { token: 'x' }],
  ])('S45 a connection %s is refused', async (_, who) => {
    await expect(connect({ servers: server, reconnect: false, timeout: 2_000, ...who })).rejects.toThrow(
      /authorization/i,
    );
  });

  it('S45 a password of one service does not open the user of another', async () => {
    const { password } = new URL(natsUrls.audit!);
    await expect(as('flags-admin', { pass: password })).rejects.toThrow(/authorization/i);
  });

  /** The server tells of a refused publish on the connection itself, so a round trip later it has been told. */
  async function refusedToPublish(connection: NatsConnection, subject: string): Promise<boolean> {
    let refused = false;
    const watch = (async () => {
      for await (const status of connection.status())
        if (status.type === 'error' && /permissions violation/i.test(String(status.error))) refused = true;
    })();
    watch.catch(() => undefined);
    connection.publish(subject, '{}');
    await connection.flush();
    await connection.flush();
    return refused;
  }

  it.each(NOT_TO_SAY)('S45 %s may not publish what is not its own', async (app, subjects) => {
    const refusals = await Promise.all(
      subjects.map(async (subject) => [subject, await refusedToPublish(await as(app), subject)]),
    );
    expect(refusals).toEqual(subjects.map((subject) => [subject, true]));
  });

  it('S45 flags-admin may publish change notifications, so the refusals above do not come from a missing connection', async () => {
    expect(await refusedToPublish(await as('flags-admin'), `flag.updated.${unique('nowhere')}`)).toBe(false);
  });

  it.each(NOT_TO_HEAR)('S45 %s may not listen to what is not its own', async (app, subjects) => {
    for (const subject of subjects) {
      const connection = await as(app);
      const refused = new Promise<string>((resolve) => {
        connection.subscribe(subject, { callback: (error) => resolve(String(error)) });
      });
      expect(await refused).toMatch(/permissions violation/i);
    }
  });

  it('S45 listens only on loopback, with its client port', () => {
    const listening = new Set(
      readFileSync('/proc/net/tcp', 'utf8')
        .concat(readFileSync('/proc/net/tcp6', 'utf8'))
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((columns) => columns[3] === '0A')
        .map((columns) => [columns[9], columns[1]] as const)
        .map(([inode, address]) => `${inode} ${address}`),
    );
    const config = join(dataDir, 'nats', 'nats.conf');
    const pids = execFileSync('ps', ['-eo', 'pid=,args='])
      .toString()
      .split('\n')
      .filter((line) => line.includes(`-c ${config}`));
    expect(pids).toHaveLength(1);
    const pid = pids[0]!.trim().split(/\s+/)[0]!;
    const sockets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
      return [...listening].filter((entry) => entry.startsWith(`${inode} `)).map((entry) => entry.split(' ')[1]);
    });
    const port = Number(new URL(natsUrls.audit!).port).toString(16).toUpperCase().padStart(4, '0');
    expect(sockets).toEqual([`0100007F:${port}`]);
    const keys = [...readFileSync(config, 'utf8').matchAll(/^(\w+):/gm)].map(([, key]) => key);
    expect(keys).toEqual(['listen', 'server_name', 'authorization']);
  });
});

/** Redis's refusals: of a command, inside a script, and of a command that is disabled for all. */
const REFUSED = /NOPERM|can't (access|run)|ommand (is )?not allowed/;

describe('Redis', () => {
  const open: Redis[] = [];
  const as = (app: string, change: { password?: string; username?: string } = {}) => {
    const { hostname, port, username, password } = new URL(redisUrls[app]!);
    const options = { host: hostname, port: Number(port), username, password, ...change };
    const redis = new Redis({ ...options, lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined);
    open.push(redis);
    return redis;
  };

  afterAll(() => {
    for (const redis of open) redis.disconnect();
  });

  it('S46 refuses clients without a password, with a wrong one, and the default user', async () => {
    const none = { username: undefined, password: undefined } as never;
    for (const who of [none, { password: 'x' }, { username: 'default', password: '' }, { username: 'default' }])
      await expect(as('auth', who).get('burgee:limit:x')).rejects.toThrow(/NOAUTH|WRONGPASS|NOPERM/);
  });

  const COMMANDS = [
    'FLUSHALL',
    'FLUSHDB',
    'KEYS *',
    'SCAN 0',
    'CONFIG GET *',
    'CONFIG SET dir /tmp',
    'ACL LIST',
    'ACL WHOAMI',
    'SAVE',
    'DEBUG SLEEP 0',
    'SHUTDOWN NOSAVE',
    'REPLICAOF 127.0.0.1 1',
    'MODULE LIST',
    'MONITOR',
    'CLIENT LIST',
    'CLIENT KILL TYPE normal',
    'SCRIPT FLUSH',
    'FUNCTION LIST',
    'PUBLISH a b',
    'SUBSCRIBE a',
    'SELECT 1',
    'DBSIZE',
    'MIGRATE 127.0.0.1 1 a 0 1',
    'SLOWLOG GET',
  ];

  describe.each(['auth', 'flags-admin', 'sdk-gateway'])('as %s', (app) => {
    it.each(COMMANDS)('S46 %s is refused', async (command) => {
      const [name = '', ...args] = command.split(' ');
      await expect(as(app).call(name, ...args)).rejects.toThrow(REFUSED);
    });

    const KEYS: Record<string, string> = {
      'burgee:limit:x': 'auth',
      'burgee:flag-set:x': 'flags-admin sdk-gateway',
      'burgee:latest:x': 'flags-admin sdk-gateway',
      'burgee:ticket:x': 'sdk-gateway',
      'burgee:x': '',
      other: '',
    };

    it.each(Object.keys(KEYS))('S46 the key %s is touched by its owners only', async (key) => {
      const own = KEYS[key]!.split(' ').includes(app);
      const mine = `${key}${own ? unique('') : ''}`;
      const attempts = [
        () => as(app).get(mine),
        () => as(app).set(mine, 'x', 'PX', 1_000),
        () => as(app).del(mine),
        () => as(app).eval(`return redis.call('GET', KEYS[1])`, 1, mine),
        () => as(app).eval(`return redis.call('GET', ARGV[1])`, 0, mine),
      ];
      for (const attempt of attempts.slice(0, own ? 4 : 5)) {
        const outcome = await attempt().then(
          () => 'done',
          ({ message }: Error) => (REFUSED.test(message) ? 'refused' : message),
        );
        expect(outcome).toBe(own ? 'done' : 'refused');
      }
    });

    it('S46 a script cannot bypass the list of commands', async () => {
      await expect(as(app).eval(`return redis.call('FLUSHALL')`, 0)).rejects.toThrow(REFUSED);
      await expect(as(app).eval(`return redis.call('CONFIG', 'GET', '*')`, 0)).rejects.toThrow(REFUSED);
    });
  });
});

describe('Postgres', () => {
  let database: TestDatabase;
  let relations: { name: string; kind: string }[];
  const ROLES: Record<DatabaseApp, Record<string, string>> = {
    auth: {
      'auth.users': 'select insert update',
      'auth.sessions': 'select insert update delete',
      'auth.outbox': 'select insert update delete',
      'auth.recorded_settings': 'select update',
      'auth.installation': 'select update',
      'auth.listed_administrators': 'select insert delete',
      'auth.links': 'select insert update delete',
      'auth.tokens': 'select insert update delete',
      'auth.trusts': 'select insert update delete',
      'auth.exchanged_tokens': 'select insert delete',
      'auth.identities': 'select insert update delete',
      'auth.used_logout_tokens': 'select insert delete',
      'session_read.session_v1': 'select',
      'session_read.token_v1': 'select',
      'auth.mails': 'select insert update delete',
      'auth.mailed_invitations': 'select insert update delete',
      'auth.mailed_notices': 'select insert delete',
      'session_read.unverified_user_v1': 'select',
      'flags.open_invitation_v1': 'select',
      'flags.invitation_to_mail_v1': 'select',
      'flags.notice_to_mail_v1': 'select',
      'access_read.member_v1': 'select',
      'access_read.token_member_v1': 'select',
      'access_read.project_v1': 'select',
      'access_read.flag_v1': 'select',
      'access_read.environment_v1': 'select',
      'access_read.pending_groups_v1': 'select',
    },
    'flags-admin': {
      ...Object.fromEntries(
        [
          'projects',
          'members',
          'invitations',
          'environments',
          'environment_origins',
          'sdk_keys',
          'client_keys',
          'flags',
          'flag_values',
          'preferences',
          'outbox',
          'history',
          'checkpoints',
          'deleted_flags',
          'webhooks',
          'webhook_deliveries',
          'schedules',
          'change_requests',
          'notices',
          'switch_off_links',
          'token_access',
          'token_changes',
          'group_roles',
          'applied_groups',
          'shared_views',
        ].map((table) => [`flags.${table}`, 'select insert update delete']),
      ),
      'flags.installation': 'select',
      'flags.actors': 'select',
      'flags.lone_return_values': 'select delete',
      'access_read.member_v1': 'select',
      'access_read.token_member_v1': 'select',
      'access_read.flag_v1': 'select',
      'access_read.environment_v1': 'select',
      'session_read.session_v1': 'select',
      'session_read.token_v1': 'select',
      'session_read.unverified_user_v1': 'select',
      'session_read.user_v1': 'select',
      'session_read.inactive_user_v1': 'select',
      'session_read.revoked_session_v1': 'select',
      'session_read.identity_v1': 'select',
      'session_read.mailed_invitation_v1': 'select',
      'access_read.pending_groups_v1': 'select',
    },
    'sdk-gateway': Object.fromEntries(
      [
        'sdk_key_v1',
        'key_v1',
        'access_v1',
        'origin_v1',
        'origin_v2',
        'environment_v1',
        'flag_set_v1',
        'flag_set_v2',
        'project_v1',
        'change_v1',
        'change_v2',
        'server_v1',
      ].map((view) => [`sdk_read.${view}`, 'select']),
    ),
    audit: {
      ...Object.fromEntries(
        ['anchors', 'beginnings', 'chains', 'checkpoints', 'entries', 'latest', 'people', 'received', 'retention'].map(
          (one) => [`audit.${one}`, 'select'],
        ),
      ),
      'audit_read.message_v1': 'select',
      'access_read.member_v1': 'select',
      'access_read.token_member_v1': 'select',
      'access_read.flag_v1': 'select',
      'access_read.environment_v1': 'select',
      'session_read.session_v1': 'select',
      'session_read.token_v1': 'select',
      'session_read.unverified_user_v1': 'select',
    },
    // Functions alone.
    'audit-maintenance': {},
    usage: {
      ...Object.fromEntries(
        ['apps', 'counts', 'instances', 'latest', 'unknown_keys'].map((one) => [`usage.${one}`, 'select']),
      ),
      'usage_read.flag_v1': 'select',
      'usage_read.environment_v1': 'select',
      'access_read.member_v1': 'select',
      'access_read.token_member_v1': 'select',
      'access_read.flag_v1': 'select',
      'access_read.environment_v1': 'select',
      'session_read.session_v1': 'select',
      'session_read.token_v1': 'select',
      'session_read.unverified_user_v1': 'select',
    },
  };

  async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    relations = await connected(database.adminUrl, async (client) => {
      const { rows } = await client.query<{ name: string; kind: string }>(`
        select format('%s.%s', n.nspname, c.relname) as name, c.relkind as kind
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`);
      return rows;
    });
  });

  afterAll(async () => {
    await database.drop();
  });

  it.each(DATABASE_APPS)('S46 %s has the rights it needs on each table and view, and no other', async (app) => {
    expect(relations.length).toBeGreaterThan(15);
    const rights = await connected(database.urlFor(app), async (client) => {
      const { rows } = await client.query<{ name: string; rights: string }>(
        `select name, (
           select string_agg(one, ' ' order by array_position($2::text[], one))
           from unnest($2::text[]) one where has_table_privilege(name, one)
         ) as rights from unnest($1::text[]) name`,
        [
          relations.map(({ name }) => name),
          ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'],
        ],
      );
      return Object.fromEntries(rows.filter((row) => row.rights).map((row) => [row.name, row.rights]));
    });
    expect(rights).toEqual(ROLES[app]);
  });

  it.each(DATABASE_APPS)('S46 %s has no access to foreign tables, and cannot create anything', async (app) => {
    const own = ROLES[app];
    const statements = relations.flatMap(({ name, kind }) => [
      ...(own[name]?.includes('select') ? [] : [`select * from ${name} limit 1`]),
      ...(own[name]?.includes('delete') ? [] : [`delete from ${name}`]),
      ...(own[name]?.includes('insert') ? [] : [`insert into ${name} default values`]),
      ...(kind === 'v' ? [] : [`truncate ${name} cascade`]),
      `drop ${kind === 'v' ? 'view' : 'table'} ${name} cascade`,
    ]);
    statements.push(
      ...['auth', 'flags', 'audit', 'sdk_read', 'public'].map((schema) => `create table ${schema}.mine (a int)`),
      'create schema mine',
      'create role mine',
      'create database mine',
      `set role ${databaseRole('burgee_template', app === 'auth' ? 'audit' : 'auth')}`,
      'set role burgee',
      `alter role burgee password 'x'`,
      'select pg_read_file($$/etc/passwd$$)',
      `copy (select 1) to program 'id'`,
      'select * from pg_authid',
      'create extension dblink',
      'alter system set fsync = off',
      'select pg_reload_conf()',
    );
    await connected(database.urlFor(app), async (client) => {
      const allowed: string[] = [];
      for (const statement of statements) {
        const code = await client.query(statement).then(
          () => 'done',
          (error: pg.DatabaseError) => error.code,
        );
        // 42501 insufficient privilege; 0A000, 55000 and 428C9: a view that cannot be written at all.
        if (!['42501', '0A000', '55000', '428C9'].includes(String(code))) allowed.push(`${statement}: ${code}`);
      }
      expect(allowed).toEqual([]);
    });
  });

  it('S46 audit cannot change or remove an entry, and neither can the superuser in passing', async () => {
    const record = `select audit.record(array[json_build_object('id', gen_random_uuid(), 'action', 'flag_create', 'project_id',
      gen_random_uuid(), 'user_id', gen_random_uuid(), 'created_at', now())::text], '[]')`;
    const changes = (table: string) => [
      `update ${table} set action = 'x'`,
      `delete from ${table}`,
      `truncate ${table}`,
    ];
    for (const address of [database.urlFor('audit'), database.adminUrl])
      await connected(address, async (client) => {
        await client.query(record);
        const { rows } = await client.query<{ name: string }>(
          'select distinct tableoid::regclass as name from audit.entries',
        );
        for (const change of ['audit.entries', rows[0]!.name].flatMap(changes))
          await expect(client.query(change)).rejects.toMatchObject({ code: '42501' });
      });
    const others = [
      'insert into audit.entries select * from audit.entries',
      `select audit.append('{}', '{}')`,
      `select audit.drop_signed_months(now()::date)`,
      `insert into audit.beginnings select * from audit.beginnings`,
      'select audit.erase_person(gen_random_uuid())',
      'delete from audit.months',
    ];
    await connected(database.urlFor('audit'), async (client) => {
      for (const other of others) await expect(client.query(other)).rejects.toMatchObject({ code: '42501' });
    });
    await connected(database.urlFor('audit-maintenance'), async (client) => {
      await client.query(`select audit.drop_signed_months('2000-01-01')`);
      for (const other of [record, 'select from audit.entries', 'select from audit.people', ...others.slice(0, 2)])
        await expect(client.query(other)).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('S46 the password of one role opens no other', async () => {
    const address = new URL(database.urlFor('audit'));
    address.username = databaseRole('burgee_template', 'auth');
    await expect(connected(address.href, (client) => client.query('select 1'))).rejects.toMatchObject({
      code: '28P01',
    });
    const nameless = new URL(postgresUrl);
    nameless.password = '';
    await expect(connected(nameless.href, (client) => client.query('select 1'))).rejects.toThrow(/password/);
  });

  it('S46 the services of the cluster run as these roles', async () => {
    await aProject(sharedCluster().url);
    const users = await connected(postgresUrl, async (client) => {
      const { rows } = await client.query<{ usename: string; application_name: string }>(
        `select distinct usename, application_name from pg_stat_activity where application_name like 'burgee %' and datname = 'burgee'`,
      );
      return rows.map((row) => [row.application_name.slice('burgee '.length), row.usename]);
    });
    expect(users.length).toBeGreaterThanOrEqual(3);
    // A service may name a part of itself behind its own name: `flags-admin relay`.
    for (const [name, user] of users) expect(user).toBe(databaseRole('burgee', name?.split(' ')[0] as DatabaseApp));
  });
});
