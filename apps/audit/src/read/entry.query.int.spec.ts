import { randomUUID } from 'node:crypto';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { RecordService } from '../record/record.service.js';
import { EntryQuery } from './entry.query.js';
import { PeopleQuery } from './people.query.js';

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('audit') })],
  }).compile();
  source = module.get(DataSource);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** @returns a project with so many entries, each with values of so many bytes */
async function aTrail(entries: number, bytes: number): Promise<string> {
  const projectId = randomUUID();
  const records = new RecordService(source);
  for (let minute = 0; minute < entries; minute++)
    await records.record({
      event_id: randomUUID(),
      action: 'flag_update',
      project_id: projectId,
      user_id: randomUUID(),
      user_name: 'Ada',
      old_values: { targeting_value: 'x'.repeat(bytes / 2) },
      new_values: { targeting_value: 'y'.repeat(bytes / 2) },
      occurred_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    } as unknown as AuditRecordV1);
  return projectId;
}

async function pages(projectId: string, limit: number): Promise<string[][]> {
  const query = new EntryQuery(source, new PeopleQuery(source));
  const found: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const { entries, next } = await query.page({ project_id: projectId }, cursor, limit);
    found.push(entries.map(({ id }) => id));
    if (next === undefined) return found;
    cursor = next;
  }
}

const sizes = (found: string[][]) => found.map((ids) => ids.length);

it('a page of audit entries ends at 100 kB, and the next one goes on from there', async () => {
  const found = await pages(await aTrail(14, 15_000), 1_000);
  expect(sizes(found)).toEqual([6, 6, 2]);
  expect(new Set(found.flat()).size).toBe(14);
});

it('a page of audit entries ends at its rows where these come first', async () => {
  expect(sizes(await pages(await aTrail(5, 100), 2))).toEqual([2, 2, 1]);
});

it('S74 a page of audit entries says how much was compared for it and is not in it', async () => {
  const query = new EntryQuery(source, new PeopleQuery(source));
  const page = await query.page({ project_id: await aTrail(5, 100) }, undefined, 2);
  expect([page.compared > page.read / 4, page.compared < page.read]).toEqual([true, true]);
  expect(await query.page({ project_id: await aTrail(2, 100) }, undefined, 2)).toMatchObject({ compared: 0 });
});

it('a page of audit entries has one at least', async () => {
  expect(sizes(await pages(await aTrail(2, 300_000), 100))).toEqual([1, 1]);
});
