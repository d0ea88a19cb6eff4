import { randomUUID } from 'node:crypto';
import { Dependencies } from '@burgee/process-kit';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { ReadViews } from './read-views.js';

let database: TestDatabase;
let admin: pg.Client;
let views: ReadViews;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const config = { DATABASE_URL: database.urlFor('sdk-gateway') };
  views = new ReadViews(config as never, new Dependencies(pino({ enabled: false })));
});
afterAll(async () => {
  await Promise.all([admin?.end(), views?.onApplicationShutdown()]);
  await database?.drop();
});

it('a read of changes ends at a quarter of a megabyte, and the next one goes on from there', async () => {
  const environment = randomUUID();
  await admin.query(
    `insert into flags.outbox (event_id, kind, environment_id, revision, payload)
     select gen_random_uuid(), 'flag_deleted', $1, n, jsonb_build_object('key', repeat('x', 50000))
     from generate_series(1, 10) n`,
    [environment],
  );
  const revisionsAfter = async (revision: number) =>
    (await views.changesAfter(environment, revision, 'past')).map((row) => row.revision);
  expect(await revisionsAfter(0)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await revisionsAfter(6)).toEqual([7, 8, 9, 10]);
  expect(await revisionsAfter(10)).toEqual([]);
});

it('S59 what is new is read, and flag sets are, while the past is waited for', async () => {
  const environment = randomUUID();
  let over = false;
  await admin.query('begin');
  await admin.query('lock table flags.outbox in access exclusive mode');
  const past = views.changesAfter(environment, 0, 'past').finally(() => (over = true));
  expect(await views.latest([environment], [], 'live')).toEqual({ environments: [], liveKeys: new Set() });
  expect(await views.projectOf(environment)).toBeUndefined();
  expect(await views.flagSet(environment)).toBeUndefined();
  expect(over).toBe(false);
  await admin.query('commit');
  expect(await past).toEqual([]);
});
