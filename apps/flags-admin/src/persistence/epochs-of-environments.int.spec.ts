import { randomUUID } from 'node:crypto';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, eventually, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import pg from 'pg';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { onOwnTimeline } from '../unit-of-work/in-transaction.js';
import { TimelineCoverage } from '../unit-of-work/timeline-coverage.js';
import { ChangeBytes1760000000010 } from './10-change-bytes.migration.js';
import { ClientKeys1760000000016 } from './16-client-keys.migration.js';
import { AccessOfEnvironments1760000000017 } from './17-access-of-environments.migration.js';
import { OriginsOneByOne1760000000020 } from './20-origins-one-by-one.migration.js';
import { EpochsOfEnvironments1760000000005 } from './5-epochs-of-environments.migration.js';

/** The views with an epoch. */
const VIEWS = ['environment_v1', 'sdk_key_v1', 'key_v1', 'flag_set_v1', 'flag_set_v2', 'change_v1', 'change_v2'];

let database: TestDatabase;
let module: TestingModule;
/** Has the rights of flags-admin. */
let writer: DataSource;
let admin: pg.Client;
/** Has the rights of the sdk-gateway. */
let reader: pg.Client;
let own: string;
let other: string;
let realTimeline: string;

/** Two environments with one key each, both at revision 1. */
async function makeEnvironments(): Promise<void> {
  const project = randomUUID();
  [own, other] = [randomUUID(), randomUUID()];
  await admin.query(`insert into flags.projects (id, name, slug) values ($1, 'p', 'p')`, [project]);
  for (const id of [own, other]) {
    await admin.query(
      `insert into flags.environments (id, project_id, name, slug, icon, protected, revision)
       values ($1, $2, 'e', $3, '', false, 1)`,
      [id, project, id],
    );
    await admin.query(`insert into flags.sdk_keys (id, environment_id, hash, ciphertext) values ($1, $1, $2, '')`, [
      id,
      id,
    ]);
    await admin.query(
      `insert into flags.outbox (event_id, kind, environment_id, revision, payload) values ($1, 'flag_deleted', $1, 1, '{}')`,
      [id],
    );
  }
}

/** Makes the server report this timeline, as an SQL function body. Fault tests promote a real standby. */
async function timelineIs(body: string): Promise<void> {
  await admin.query(`
    create or replace function flags.current_timeline() returns text language plpgsql stable as $$ begin ${body}; end $$`);
}

async function epochOf(environment: string, view = 'environment_v1'): Promise<string> {
  const { rows } = await reader.query(`select epoch from sdk_read.${view} where environment_id = $1`, [environment]);
  return rows[0]?.epoch;
}

const installation = async () => (await admin.query('select epoch, timeline from flags.installation')).rows[0];

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  writer = module.get(DataSource);
  [admin, reader] = [database.adminUrl, database.urlFor('sdk-gateway')].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  await Promise.all([admin.connect(), reader.connect()]);
  await makeEnvironments();
  const { rows } = await admin.query(`select pg_get_functiondef('flags.current_timeline'::regproc) as text`);
  realTimeline = rows[0].text;
});
beforeEach(async () => {
  await admin.query(realTimeline);
  await admin.query('select flags.begin_epoch()');
});
afterAll(async () => {
  await Promise.all([admin?.end(), reader?.end(), module?.close()]);
  await database?.drop();
});

describe('an epoch', () => {
  it('belongs to one environment, and every view and function gives the same', async () => {
    const epoch = await epochOf(own);
    expect(epoch).toMatch(/^[0-9a-z]{1,32}$/);
    expect(await epochOf(other)).not.toBe(epoch);
    for (const view of VIEWS) expect(await epochOf(own, view)).toBe(epoch);
    const [row] = await writer.sql<
      object[]
    >`select flags.current_epoch(${own}) as epoch, flags.current_epoch(null) as none`;
    expect(row).toEqual({ epoch, none: null });
  });

  it('changes with the timeline, before any write on it', async () => {
    const before = await epochOf(own);
    await timelineIs(`return '00000002'`);
    expect(await epochOf(own)).not.toBe(before);
  });

  it('changes after a manual restore', async () => {
    const before = await epochOf(own);
    await admin.query('select flags.begin_epoch()');
    expect(await epochOf(own)).not.toBe(before);
  });
});

const NOTHING = async () => undefined;

describe('the first change on another timeline', () => {
  it('commits a new installation epoch first, once, with any number of concurrent writers', async () => {
    const before = await installation();
    await timelineIs(`return '00000002'`);
    const warnings: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
    const seen = await Promise.all(
      Array.from({ length: 8 }, () =>
        onOwnTimeline(writer, logger, {
          lock: (manager) => manager.sql<{ epoch: string }[]>`select epoch from flags.installation`,
          change: async (_manager, [row]) => row?.epoch,
        }),
      ),
    );
    const after = await installation();
    expect(after).toEqual({ epoch: expect.not.stringMatching(before.epoch), timeline: '00000002' });
    expect(seen).toEqual(Array.from({ length: 8 }, () => after.epoch));
    expect(warnings).toEqual([expect.stringContaining('a new epoch begins')]);
    await onOwnTimeline(writer, logger, { lock: NOTHING, change: NOTHING });
    expect(await installation()).toEqual(after);
  });

  it('is rolled back alone when it fails', async () => {
    await timelineIs(`return '00000003'`);
    const change = () => Promise.reject(new Error('refused'));
    const failing = onOwnTimeline(writer, pino({ level: 'silent' }), { lock: NOTHING, change });
    await expect(failing).rejects.toThrow('refused');
    expect((await installation()).timeline).toBe('00000003');
  });
});

describe('a standby', () => {
  it('fails every query, even without a matching row', async () => {
    await timelineIs(`raise exception 'this server is a standby' using errcode = 'read_only_sql_transaction'`);
    const ask = [
      ...[...VIEWS, 'project_v1'].map(
        (view) => `select * from sdk_read.${view} where environment_id = '${randomUUID()}'`,
      ),
      ...['origin_v1', 'origin_v2'].map(
        (view) => `select * from sdk_read.${view} where origin = 'https://nobody.example'`,
      ),
      ...['sdk_key_v1', 'key_v1'].flatMap((view) =>
        ['{}', '{unknown}'].map((keys) => `select * from sdk_read.${view} where key_hash = any('${keys}'::text[])`),
      ),
      'select * from sdk_read.server_v1',
    ];
    for (const sql of ask) await expect(reader.query(sql)).rejects.toMatchObject({ code: '25006' });
  });

  it('also fails queries for members and flags, by flags-admin and by audit', async () => {
    const audit = new pg.Client({ connectionString: database.urlFor('audit') });
    await audit.connect();
    const ask = ['member_v1', 'flag_v1', 'environment_v1']
      .map((view) => `select * from access_read.${view}`)
      .flatMap((sql) => [() => writer.query(sql), () => audit.query(sql)]);
    for (const asked of ask) await asked();
    const { rows } = await admin.query(`select pg_get_functiondef('flags.on_primary'::regproc) as text`);
    await admin.query(`
      create or replace function flags.on_primary() returns boolean language plpgsql stable as $$
      begin raise exception 'this server is a standby' using errcode = 'read_only_sql_transaction'; end $$`);
    for (const asked of ask) await expect(asked()).rejects.toMatchObject({ code: '25006' });
    await admin.query(rows[0].text);
    await audit.end();
  });
});

describe('a report of lost history', () => {
  const report = async (epoch: string, revision: number) =>
    (await reader.query('select sdk_read.report_lost_history_v1($1, $2, $3) as lost', [own, epoch, revision])).rows[0]
      .lost;

  it('is accepted only for the epoch of that environment', async () => {
    expect(await report(await epochOf(other), 5)).toBe(false);
    expect(await report((await installation()).epoch, 5)).toBe(false);
    expect(await report(await epochOf(own), 1)).toBe(false);
    expect(await report(await epochOf(own), 5)).toBe(true);
  });

  it('begins one epoch, even when two replicas report the same loss at once', async () => {
    const known = await epochOf(own);
    const second = new pg.Client({ connectionString: database.urlFor('sdk-gateway') });
    await second.connect();
    await admin.query('begin');
    await admin.query('select from flags.installation for update');
    const sql = 'select sdk_read.report_lost_history_v1($1, $2, $3) as lost';
    const reports = [reader, second].map((client) => client.query(sql, [own, known, 5]));
    const pids = [reader, second].map((client) => (client as unknown as { processID: number }).processID);
    await eventually(async () => {
      const { rows } = await admin.query('select pid from pg_locks where not granted and pid = any($1)', [pids]);
      expect(rows).toHaveLength(2);
    });
    await admin.query('commit');
    const lost = (await Promise.all(reports)).map(({ rows }) => rows[0].lost);
    await second.end();
    expect(lost.toSorted()).toEqual([false, true]);
  });
});

describe('a server that cannot name its timeline', () => {
  it('serves without noticing promotions, and flags-admin logs that at the start', async () => {
    const runner = new DataSource({ type: 'postgres', url: database.adminUrl, installExtensions: false });
    await runner.initialize();
    const query = runner.createQueryRunner();
    const migration = new EpochsOfEnvironments1760000000005();
    await new OriginsOneByOne1760000000020().down(query);
    await new AccessOfEnvironments1760000000017().down(query);
    await new ClientKeys1760000000016().down(query);
    await new ChangeBytes1760000000010().down(query);
    await migration.down(query);
    await query.query('create schema without_wal');
    await query.query(`
      create function without_wal.pg_current_wal_lsn() returns pg_lsn language plpgsql as $$
      begin raise exception 'not supported here' using errcode = 'feature_not_supported'; end $$`);
    await query.query('set search_path = without_wal, pg_catalog');
    await migration.up(query);
    await runner.destroy();
    for (const app of ['flags-admin', 'sdk-gateway'])
      await admin.query(
        `grant execute on all functions in schema flags to ${new URL(database.urlFor(app as 'audit')).username}`,
      );
    await admin.query(`grant select on sdk_read.server_v1 to ${new URL(database.urlFor('sdk-gateway')).username}`);
    expect((await reader.query('select timeline from sdk_read.server_v1')).rows).toEqual([{ timeline: '' }]);
    expect(await epochOf(own)).not.toBe(await epochOf(other));
    const warnings: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
    await new TimelineCoverage(writer, logger).onApplicationBootstrap();
    expect(warnings).toEqual([expect.stringContaining('cannot name its timeline')]);
    const { rows } = await admin.query(`select flags.begin_epoch() as epoch`);
    expect((await installation()).epoch).toBe(rows[0].epoch);
  });
});
