import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { databaseModule } from './database.module.js';

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', database.urlFor('flags-admin'))],
  }).compile();
  source = module.get(DataSource);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

describe('the connection to Postgres', () => {
  // As one that has just been made when Postgres dies, before TypeORM listens. An error without a listener ends the process.
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
});
