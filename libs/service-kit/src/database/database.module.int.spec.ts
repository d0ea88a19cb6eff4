import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Dependencies, driverCode, requestContext } from '@burgee/process-kit';
import { createTestDatabase, eventually, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import pg from 'pg';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { databaseModule } from './database.module.js';
import { openDatabase } from './open-database.js';
import { waitForPostgres } from './wait-for-postgres.js';

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

describe('the connection to Postgres', () => {
  // Like a connection that opens just as Postgres dies, before TypeORM listens. An error without a listener ends the
  // process.
  it('may break while it has no error listener', async () => {
    const pool = (source.driver as PostgresDriver).master as pg.Pool;
    const client = await pool.connect();
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    const [{ pid }] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows as [{ pid: number }];
    await source.sql`select pg_terminate_backend(${pid})`;
    await ended;
    client.release();
    expect(await source.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('goes through a Unix socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'burgee-socket-'));
    const url = new URL(database.urlFor('flags-admin'));
    const server = createServer((socket) => {
      const postgres = connect(Number(url.port), url.hostname);
      pipeline(socket, postgres, socket, () => undefined);
    });
    await once(server.listen(join(folder, '.s.PGSQL.5432')), 'listening');
    const { username, password, pathname } = url;
    const DATABASE_URL = `postgres://${username}:${password}@${pathname}?host=${folder}&sslmode=verify-full`;
    const other = await openDatabase('spec', { DATABASE_URL });
    expect(await other.sql`select current_user as name`).toEqual([{ name: decodeURIComponent(username) }]);
    await other.destroy();
    server.close();
    await once(server, 'close');
    await expect(openDatabase('spec', { DATABASE_URL })).rejects.toMatchObject({ code: 'ENOENT', syscall: 'connect' });
    rmSync(folder, { recursive: true });
  });

  it('names a statement by its text, over all processes and connections', async () => {
    const pool = (source.driver as PostgresDriver).master as pg.Pool;
    const clients = [await pool.connect(), await pool.connect()];
    const text = 'select name from pg_prepared_statements where statement like $1';
    const names = await Promise.all(clients.map(async (client) => (await client.query(text, [text])).rows));
    for (const client of clients) client.release();
    expect(names[0]).toEqual([{ name: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect(names[1]).toEqual(names[0]);
  });

  it('has the limits of its role, and no start-up parameter for them', async () => {
    const rows = await source.sql<{ name: string; setting: string; source: string }[]>`
      select name, setting, source from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`;
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '5000', source: 'user' },
      { name: 'lock_timeout', setting: '1000', source: 'user' },
      { name: 'statement_timeout', setting: '2000', source: 'user' },
    ]);
  });

  it('fails a request after 2 s without a connection, and the pool is intact afterwards', async () => {
    const pool = (source.driver as PostgresDriver).master as pg.Pool;
    const taken = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    const refused = await source.sql`select 1`.catch((error: unknown) => error);
    for (const client of taken) client.release();
    expect(refused).toMatchObject({ code: 'CONNECT_TIMEOUT' });
    expect(await source.sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(pool.totalCount).toBe(pool.idleCount);
  });

  it('refuses a request that would wait behind 200 others, and lets jobs wait', async () => {
    const pool = (source.driver as PostgresDriver).master as pg.Pool;
    const taken = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    const asked = { requestId: 'r', traceparent: null, arrivedAt: performance.now(), isAnswered: () => false };
    const request = () => requestContext.run(asked, () => source.sql`select 1`).then(() => 'answered', driverCode);
    const requests = Array.from({ length: 200 }, request);
    const refused = requestContext.run(asked, () => source.sql`select 1`);
    await expect(refused).rejects.toMatchObject({ code: 'overloaded' });
    const job = source.sql`select 1 as one`;
    for (const client of taken) client.release();
    expect([await job, new Set(await Promise.all(requests))]).toEqual([[{ one: 1 }], new Set(['answered'])]);
  });

  it('is not reused after a query on it timed out', async () => {
    const pool = (source.driver as PostgresDriver).master as pg.Pool;
    const [client, release] = await new Promise<[pg.PoolClient, () => void]>((resolve, reject) => {
      pool.connect((error, taken, giveBack) => (taken ? resolve([taken, giveBack]) : reject(error)));
    });
    const givenUp = client.query({ text: 'select pg_sleep(1)', query_timeout: 50 } as pg.QueryConfig);
    expect(await givenUp.catch(driverCode)).toBe('QUERY_TIMEOUT');
    release();
    expect(await source.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  // All in this process: a timer that is due later never fires earlier, on any machine.
  it('P6 with a paused Postgres: a query loses the time its request waited for a connection', async () => {
    const pool = (source.driver as PostgresDriver).master as pg.Pool;
    const taken = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    const pids = taken.map((client) => (client as unknown as { processID: number }).processID);
    const request = { requestId: 'r', traceparent: null, arrivedAt: performance.now(), isAnswered: () => false };
    const later = delay(3_000, 'later', { ref: false });
    const write = requestContext.run(request, () =>
      source.transaction((manager) => manager.sql`select 1`).catch(({ driverError }) => driverCode(driverError)),
    );
    await delay(1_500);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      for (const client of taken) client.release();
      expect(await Promise.race([write, later])).toBe('QUERY_TIMEOUT');
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    expect(await source.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe('a service that starts', () => {
  /** Created later than its schema, as during a migration. */
  const TABLE = 'flags.made_later';

  const lines: object[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const dependencies = new Dependencies(logger);

  async function asOwner(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  }

  it('waits until its table is there and may be read, and logs the wait in one line', async () => {
    let waits = true;
    const needed = { postgres: { connectionString: database.urlFor('flags-admin') }, table: TABLE };
    const waiting = waitForPostgres('spec', needed, dependencies).then(() => (waits = false));
    const lastError = () => dependencies.all().postgres?.last_error;
    await eventually(() => expect(lastError()).toMatch('does not exist'));
    await asOwner(`create table ${TABLE} ()`);
    await eventually(() => expect(lastError()).toMatch('permission denied'));
    expect([waits, dependencies.unavailable]).toEqual([true, ['postgres']]);
    await asOwner(`grant select on ${TABLE} to public`);
    await waiting;
    expect(dependencies.isUp('postgres')).toBe(true);
    expect(lines).toMatchObject([
      { level: 40, msg: 'postgres is down', last_error: expect.stringContaining('does not exist') },
      { level: 30, msg: 'postgres is up again' },
    ]);
  });
});
