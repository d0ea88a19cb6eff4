import { randomUUID } from 'node:crypto';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { anAuditRecord, createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { RecordService } from '../record/record.service.js';
import { ExpiredEntries } from '../retention/expired-entries.js';
import { ChainBoundsQuery } from './chain-bounds.query.js';
import { ChainLinksQuery } from './chain-links.query.js';
import { CheckpointsQuery } from './checkpoints.query.js';
import { VerifyChainService } from './verify-chain.service.js';

let database: TestDatabase;
/** The owner of the database, and two replicas of audit. */
let owner: DataSource;
let replicas: [DataSource, DataSource];
let chains: VerifyChainService;

const connect = (url: string, poolSize = 4) => new DataSource({ type: 'postgres', url, poolSize }).initialize();

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await connect(database.adminUrl, 1);
  replicas = [await connect(database.urlFor('audit')), await connect(database.urlFor('audit'))];
  const [audit] = replicas;
  chains = new VerifyChainService(
    audit,
    new ChainBoundsQuery(audit),
    new ChainLinksQuery(audit),
    new CheckpointsQuery(audit),
  );
});
afterAll(async () => {
  await Promise.all([owner, ...(replicas ?? [])].map((one) => one?.destroy()));
  await database?.drop();
});

const aMessage = (project_id: string, change: Partial<AuditRecordV1> = {}) =>
  anAuditRecord({
    project_id,
    flag_id: randomUUID(),
    flag_key: 'new-checkout',
    environment_id: randomUUID(),
    environment_name: 'Production',
    ...change,
  });

/** A project with this many entries. */
async function aHistory(entries: number): Promise<string> {
  const project = randomUUID();
  await new RecordService(replicas[0]).record(...Array.from({ length: entries }, () => aMessage(project)));
  return project;
}

/** Runs as the owner of the database with its guards disabled. */
async function tamper(...statements: [string, unknown[]][]): Promise<void> {
  await owner.transaction(async (manager) => {
    await manager.query('set local session_replication_role = replica');
    for (const [sql, values] of statements) await manager.query(sql, values);
  });
}

/** Verifies part by part, as clients do. */
async function verify(project: string) {
  let entries = 0;
  for (let after: number | undefined; ;) {
    const { verification, next } = await chains.part(project, after);
    entries += verification.entries;
    if (next === undefined) return { ...verification, entries };
    after = next;
  }
}

describe('on a real database', () => {
  it('two replicas that store messages at once build one chain without gaps or duplicates', async () => {
    const delivery = fc.record({ replica: fc.nat(1), message: fc.nat(11), together: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(fc.array(delivery, { minLength: 12, maxLength: 40 }), async (deliveries) => {
        const [project, other] = [randomUUID(), randomUUID()];
        const messages = Array.from({ length: 12 }, (_, n) => aMessage(n % 3 === 2 ? other : project));
        const records = replicas.map((one) => new RecordService(one));
        await Promise.all(
          deliveries.map(({ replica, message, together }) =>
            records[replica]!.record(...messages.slice(message, message + together + 1)),
          ),
        );
        const delivered = new Set(
          deliveries.flatMap(({ message, together }) => messages.slice(message, message + together + 1)),
        );
        for (const one of [project, other]) {
          const rows = await owner.sql<{ id: string; seq: number }[]>`
            select id, seq::int from audit.entries where chain_id = ${one} order by seq`;
          const expected = [...delivered]
            .filter(({ project_id }) => project_id === one)
            .map(({ event_id }) => event_id);
          expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
          expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
          expect(await verify(one)).toMatchObject({ verified: true, entries: expected.length });
        }
      }),
      { numRuns: 8 },
    );
  }, 60_000);

  it('accepts a project without entries, and a project whose first message was delivered twice', async () => {
    expect(await verify(randomUUID())).toMatchObject({ verified: true, entries: 0, up_to: { seq: 0, hash: '' } });
    const message = aMessage(randomUUID());
    await new RecordService(replicas[0]).record(message);
    await new RecordService(replicas[1]).record(message);
    expect(await verify(message.project_id)).toMatchObject({ verified: true, entries: 1, up_to: { seq: 1 } });
  });

  it('detects a changed byte', async () => {
    const project = await aHistory(5);
    await tamper([
      `update audit.entries set content = replace(content, '"is_enabled":true', '"is_enabled":null') where chain_id = $1 and seq = 3`,
      [project],
    ]);
    expect(await verify(project)).toMatchObject({
      verified: false,
      up_to: { seq: 2 },
      fault: { kind: 'entry_changed', seq: 3, to_seq: 3, detail: 'Entry 3 was changed after it was recorded.' },
    });
  });

  it.each(['id', 'flag_id', 'environment_id', 'user_id', 'action', 'created_at'])(
    'the column %s of an entry is changed',
    async (column) => {
      const project = await aHistory(3);
      const value = { action: 'flag_update', created_at: '2020-01-01' }[column] ?? randomUUID();
      await tamper([`update audit.entries set ${column} = $2 where chain_id = $1 and seq = 2`, [project, value]]);
      expect((await verify(project)).fault).toMatchObject({ kind: 'entry_changed', seq: 2 });
    },
  );

  it('detects a removed entry', async () => {
    const project = await aHistory(5);
    await tamper(['delete from audit.entries where chain_id = $1 and seq = 1', [project]]);
    expect((await verify(project)).fault).toMatchObject({ kind: 'entries_removed', seq: 1, to_seq: 1 });
  });

  it('detects two swapped entries', async () => {
    const project = await aHistory(5);
    await tamper(
      ['update audit.entries set seq = -seq where chain_id = $1 and seq in (2, 4)', [project]],
      ['update audit.entries set seq = 6 + seq where chain_id = $1 and seq < 0', [project]],
    );
    expect((await verify(project)).fault).toMatchObject({ kind: 'entries_swapped', seq: 2, to_seq: 4 });
  });

  it('detects a cut tail', async () => {
    const project = await aHistory(5);
    await tamper(['delete from audit.entries where chain_id = $1 and seq > 3', [project]]);
    expect((await verify(project)).fault).toMatchObject({ kind: 'tail_removed', seq: 4, to_seq: 5 });
  });

  it('accepts a dropped month and still compares the remaining entries', async () => {
    const project = randomUUID();
    const [{ months }] = await owner.sql<[{ months: string[] }]>`
      select array_agg(to_char(date_trunc('month', now() at time zone 'UTC') - make_interval(months => ago), 'YYYY-MM-DD')
                       order by ago desc) as months
      from unnest(array[3, 3, 2, 0]) ago`;
    const contents = months.map((month) => {
      const { event_id: id, occurred_at: _occurred, v: _v, user_name: _name, ...rest } = aMessage(project);
      return JSON.stringify({ ...rest, id, created_at: `${month}T12:00:00.000Z` });
    });
    await owner.sql`select audit.append(${contents}::text[], ${months}::date[])`;
    const keep = (AUDIT_RETENTION_MONTHS: number) =>
      new ExpiredEntries(
        { DATABASE_URL_MAINTENANCE: database.urlFor('audit-maintenance'), AUDIT_RETENTION_MONTHS },
        pino({ level: 'silent' }),
      ).run();
    await keep(2);
    expect(await verify(project)).toMatchObject({ verified: true, entries: 2, dropped: 2, up_to: { seq: 4 } });
    await tamper(['delete from audit.entries where chain_id = $1 and seq = 3', [project]]);
    expect((await verify(project)).fault).toMatchObject({ kind: 'entries_removed', seq: 3 });
  });

  it('accepts a chain whose months were all dropped', async () => {
    const project = randomUUID();
    const { event_id: id, ...rest } = aMessage(project);
    const content = JSON.stringify({ ...rest, id, created_at: new Date().toISOString() });
    const thisMonth = await owner.sql<{ first: string; last: string }[]>`
      select to_char(m, 'YYYY-MM-DD') as first, to_char(m - interval '1 month', 'YYYY-MM-DD') as last
      from date_trunc('month', now() at time zone 'UTC') m`;
    await owner.sql`select audit.append(array[${content}], array[${thisMonth[0]!.last}::date])`;
    await owner.sql`select audit.drop_months(${thisMonth[0]!.first})`;
    expect(await verify(project)).toMatchObject({ verified: true, entries: 0, dropped: 1 });
  });
});
