import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { anAuditRecord, createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { RecordService } from '../record/record.service.js';
import { ExpiredEntries, FORGOTTEN } from './expired-entries.js';
import { BeginningSigner } from './beginning-signer.js';

const MONTHS_KEPT = 3;
const AUDIT_CHECKPOINT_KEY = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

let database: TestDatabase;
let owner: DataSource;
let audit: DataSource;
/** The first day of the month this many months ago. */
let monthAgo: (months: number) => string;
let warnings: unknown[][];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  audit = await new DataSource({ type: 'postgres', url: database.urlFor('audit') }).initialize();
  const rows = await owner.sql<{ month: string }[]>`
    select to_char(date_trunc('month', now() at time zone 'UTC') - make_interval(months => n), 'YYYY-MM-DD') as month
    from generate_series(0, 6) n order by n`;
  monthAgo = (months) => rows[months]?.month ?? '';
});
beforeEach(() => {
  warnings = [];
});
afterAll(async () => {
  await Promise.all([owner?.destroy(), audit?.destroy()]);
  await database?.drop();
});

const expire = () => {
  const logger = { info: () => undefined, warn: (...line: unknown[]) => warnings.push(line) } as unknown as Logger;
  const settings = {
    DATABASE_URL_MAINTENANCE: database.urlFor('audit-maintenance'),
    AUDIT_RETENTION_MONTHS: MONTHS_KEPT,
  };
  const beginnings = new BeginningSigner({ AUDIT_CHECKPOINT_KEY }, audit, new RecordService(audit), logger);
  return new ExpiredEntries(settings, logger, beginnings).run();
};

/** A chain with an entry and a checkpoint in each of these past months. */
async function aChain(ago: readonly number[]): Promise<string> {
  const project = randomUUID();
  const months = ago.map(monthAgo);
  const contents = months.map((month) =>
    JSON.stringify({ ...anAuditRecord(), id: randomUUID(), project_id: project, created_at: `${month}T12:00:00.000Z` }),
  );
  // Otherwise entries of dropped months would not be stored.
  await owner.sql`delete from audit.retention`;
  await owner.sql`select audit.append(${contents}::text[], ${months}::date[])`;
  await owner.sql`
    insert into audit.checkpoints (chain_id, seq, hash, signed_at, kid, public_key, signature)
    select ${project}, seq, '', (month || ' 12:00Z')::timestamptz, 'kid', 'key', 'signature'
    from unnest(${months}::text[]) with ordinality as one (month, seq)`;
  return project;
}

const checkpointsOf = async (project: string) =>
  (
    await owner.sql<
      { seq: number }[]
    >`select seq::int as seq from audit.checkpoints where chain_id = ${project} order by seq`
  ).map(({ seq }) => seq);
const receivedBefore = async () =>
  (
    await owner.sql<[{ count: number }]>`
    select count(*)::int as count from audit.received where month < ${monthAgo(2)}::date`
  )[0].count;

describe('expired rows', () => {
  it('S117 finds expired rows by month without reading rows that stay', async () => {
    await owner.query(`
      insert into audit.received select gen_random_uuid(), date_trunc('month', now())::date from generate_series(1, 5000);
      insert into audit.people select gen_random_uuid(), 'n', null, null, date_trunc('month', now())::date
        from generate_series(1, 5000);
      insert into audit.latest select gen_random_uuid(), gen_random_uuid(), date_trunc('month', now())::date, gen_random_uuid(),
        'flag_toggle', null, null, gen_random_uuid(), now() from generate_series(1, 5000);
      insert into audit.checkpoints select gen_random_uuid(), 1, '', now(), 'k', 'k', 's' from generate_series(1, 5000);
      insert into audit.retention (entries_since) values ('2020-01-01') on conflict (single) do nothing;
      analyze audit.received, audit.people, audit.latest, audit.checkpoints`);
    // A separate connection, because statistics of other tests on a shared one would count too.
    const alone = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
    const read = await alone.transaction(async (manager) => {
      for (const what of FORGOTTEN)
        await manager.sql`select audit.forget_some(${what}::text, '2020-01-01'::date, 5000)`;
      return manager.sql`
        select relname, (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
        where schemaname = 'audit' and seq_tup_read + idx_tup_fetch > 100`;
    });
    await alone.destroy();
    expect(read).toEqual([]);
  });

  it('S117 deletes from the other tables when one table fails', async () => {
    const project = await aChain([5, 5, 1]);
    // Else the entry of the drop would wait for the lock.
    await owner.sql`select audit.drop_signed_months(${monthAgo(MONTHS_KEPT)}::date)`;
    await owner.transaction(async (manager) => {
      await manager.query('lock table audit.received in share mode');
      await expire();
    });
    expect([await receivedBefore(), await checkpointsOf(project)]).toEqual([2, [2, 3]]);
    expect(warnings).toEqual([[{ err: expect.objectContaining({ message: 'audit.received' }) }, expect.any(String)]]);
    await expire();
    expect([await receivedBefore(), warnings.length]).toEqual([0, 1]);
  });

  it('keeps checkpoints of retained entries, also of past months', async () => {
    const project = await aChain([5, 4, 2, 1, 0]);
    await expire();
    expect(await checkpointsOf(project)).toEqual([2, 3, 4, 5]);
  });
});
