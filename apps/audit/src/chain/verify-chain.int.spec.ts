import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { anAuditRecord, createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { RecordService } from '../record/record.service.js';
import { ExpiredEntries } from '../retention/expired-entries.js';
import { BeginningSigner } from '../retention/beginning-signer.js';
import { Beginnings1760000000013 } from '../persistence/13-beginnings.migration.js';
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
});

describe('the beginning of a chain', () => {
  const SILENT = pino({ level: 'silent' });
  const AUDIT_CHECKPOINT_KEY = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  let months: string[];

  const beginnings = () =>
    new BeginningSigner({ AUDIT_CHECKPOINT_KEY }, replicas[0], new RecordService(replicas[0]), SILENT);
  /** Drops what is older than two months. */
  const expire = () =>
    new ExpiredEntries(
      { DATABASE_URL_MAINTENANCE: database.urlFor('audit-maintenance'), AUDIT_RETENTION_MONTHS: 2 },
      SILENT,
      beginnings(),
    ).run();

  beforeAll(async () => {
    const rows = await owner.sql<{ month: string }[]>`
      select to_char(date_trunc('month', now() at time zone 'UTC') - make_interval(months => ago), 'YYYY-MM-DD') as month
      from generate_series(0, 3) ago`;
    months = rows.map(({ month }) => month);
  });
  // Else entries of dropped months would not be stored.
  beforeEach(() => owner.query('delete from audit.retention'));

  /** A project with an entry in each of these past months. */
  async function recordedIn(...ago: number[]): Promise<string> {
    const project = randomUUID();
    const recorded = ago.map((one) => months[one]!);
    const contents = recorded.map((month) => {
      const { event_id: id, occurred_at: _occurred, v: _v, user_name: _name, ...rest } = aMessage(project);
      return JSON.stringify({ ...rest, id, created_at: `${month}T12:00:00.000Z` });
    });
    await owner.sql`select audit.append(${contents}::text[], ${recorded}::date[])`;
    return project;
  }

  /** As the owner of the database: the entries before the last two vanish, as if their month had been dropped. */
  const cut = (project: string) =>
    tamper(
      [
        `insert into audit.anchors (chain_id, month, seq, hash)
         select chain_id, '2020-01-01', seq, hash from audit.entries where chain_id = $1 order by seq desc offset 2 limit 1`,
        [project],
      ],
      [
        `delete from audit.entries e where chain_id = $1 and seq <= (select seq from audit.anchors a
           where a.chain_id = e.chain_id and a.month = '2020-01-01')`,
        [project],
      ],
      [`insert into audit.retention (entries_since) values ('2020-02-01')`, []],
    );

  const HEAD_REMOVED = {
    verified: false,
    entries: 0,
    up_to: { seq: 0 },
    beginning: null,
    fault: {
      kind: 'head_removed',
      seq: 1,
      to_seq: 3,
      detail: 'The first entries, 1 to 3, were removed: no signature says that the retention dropped them.',
    },
  };

  it('that moves while a chain is verified is no fault', async () => {
    const project = await recordedIn(3, 3, 0);
    /** Drops the first month between the bounds and the entries that a verification reads. */
    class ExpireFirst extends ChainLinksQuery {
      override async *between(...range: Parameters<ChainLinksQuery['between']>) {
        await expire();
        yield* super.between(...range);
      }
    }
    const [audit] = replicas;
    const links = new ExpireFirst(audit);
    const service = new VerifyChainService(audit, new ChainBoundsQuery(audit), links, new CheckpointsQuery(audit));
    const { verification } = await service.part(project);
    // The third entry, and the entry of the drop.
    expect(verification).toMatchObject({ verified: true, dropped: 2, entries: 2, beginning: { seq: 2 } });
  });

  it('S43 that was cut is a fault, also after the next start of audit', async () => {
    const project = await aHistory(5);
    await cut(project);
    expect(await verify(project)).toMatchObject(HEAD_REMOVED);
    await beginnings().signShortened();
    await expire();
    expect(await verify(project)).toMatchObject(HEAD_REMOVED);
  });

  it('is signed when the retention drops months, and what is left is still compared', async () => {
    const project = await recordedIn(3, 3, 2, 0);
    await Promise.all([expire(), expire()]);
    await expire();
    expect(await verify(project)).toMatchObject({
      verified: true,
      entries: 3,
      dropped: 2,
      beginning: { seq: 2, retention_months: 2, signature: expect.any(String) },
      up_to: { seq: 5 },
    });
    await tamper(['delete from audit.entries where chain_id = $1 and seq = 3', [project]]);
    expect((await verify(project)).fault).toMatchObject({ kind: 'entries_removed', seq: 3 });
  });

  it('is signed when all months of a chain are dropped', async () => {
    const project = await recordedIn(3);
    await expire();
    expect(await verify(project)).toMatchObject({ verified: true, entries: 1, dropped: 1, beginning: { seq: 1 } });
  });

  it.each([
    ['the signature', `update audit.beginnings set signature = null where chain_id = $1`, 'beginning_unsigned'],
    ['the number of months', `update audit.beginnings set retention_months = 1 where chain_id = $1`],
    [
      'the entry that records it',
      `update audit.entries set content = replace(content, '"seq":2', '"seq":1') where chain_id = $1 and seq = 4`,
    ],
  ])('is a fault without %s', async (_what, sql, kind = 'head_removed') => {
    const project = await recordedIn(3, 3, 0);
    await expire();
    expect(await verify(project)).toMatchObject({ verified: true });
    await tamper([sql, [project]]);
    expect((await verify(project)).fault).toMatchObject({ kind, seq: 1, to_seq: 2 });
  });

  it.each([
    [
      'their columns',
      `update audit.entries set month = $2::date, created_at = $2::date where chain_id = $1 and seq <= 2`,
    ],
    [
      'their content',
      `update audit.entries set month = $2::date, created_at = $2::date, content = replace(content, '"created_at":"2', '"created_at":"1')
       where chain_id = $1 and seq <= 2`,
    ],
  ])('is not signed for recent entries that somebody made older by %s', async (_what, sql) => {
    const project = await aHistory(4);
    await owner.sql`insert into audit.months values (${months[3]!}::date) on conflict do nothing`;
    await tamper(
      [
        `insert into audit.anchors (chain_id, month, seq, hash)
         select chain_id, $2::date, seq, hash from audit.entries where chain_id = $1 and seq = 2`,
        [project, months[3]],
      ],
      [sql, [project, months[3]]],
    );
    await expire();
    // Nothing is dropped, so the entries show it.
    expect((await verify(project)).fault).toMatchObject({ kind: 'entry_changed', seq: 1 });
  });

  it('is not signed after one backdated entry, and the months from its first on stay', async () => {
    const project = await aHistory(5);
    await owner.sql`insert into audit.months values (${months[3]!}::date) on conflict do nothing`;
    await tamper(
      [`update audit.entries set month = $2::date where chain_id = $1`, [project, months[3]]],
      [`update audit.chains set month = $2::date where chain_id = $1`, [project, months[3]]],
    );
    await expire();
    expect(await verify(project)).toMatchObject({ verified: true, entries: 5, dropped: 0 });
  });

  it('of a chain that was shortened before this version is signed once, by the first start, and says so', async () => {
    const project = await aHistory(5);
    const runner = owner.createQueryRunner();
    try {
      await new Beginnings1760000000013().down(runner);
      await runner.manager.query(`
        insert into audit.anchors (chain_id, month, seq, hash)
        select chain_id, '2020-01-01', seq, hash from audit.entries where chain_id = '${project}' and seq = 3`);
      await runner.manager.query(`insert into audit.retention (entries_since) values ('2020-02-01')`);
    } finally {
      await new Beginnings1760000000013().up(runner);
      await runner.release();
    }
    await owner.query('grant select on audit.beginnings to public');
    await owner.query(`
      grant execute on function audit.add_beginnings(json), audit.drop_signed_months(date), audit.begins_after(uuid, date)
      to public`);
    await tamper(['delete from audit.entries where chain_id = $1 and seq <= 3', [project]]);
    expect((await verify(project)).fault).toMatchObject({ kind: 'beginning_unsigned', to_seq: 3 });
    const logged: string[] = [];
    const logger = { error: (line: string) => logged.push(line) } as unknown as Logger;
    const startsWith = (keys: object) =>
      new BeginningSigner(keys, replicas[0], new RecordService(replicas[0]), logger).onApplicationBootstrap();
    await startsWith({ AUDIT_CHECKPOINT_KEY });
    expect(logged).toEqual([]);
    await startsWith({});
    expect(logged).toEqual(['audit entries were dropped and nothing signed says so: set AUDIT_CHECKPOINT_KEY']);
    await Promise.all([beginnings().signShortened(), beginnings().signShortened()]);
    const once = await verify(project);
    expect(once).toMatchObject({
      verified: true,
      entries: 3,
      dropped: 3,
      beginning: { seq: 3, retention_months: null },
    });
    await beginnings().signShortened();
    await startsWith({});
    expect([await verify(project), logged.length]).toEqual([once, 1]);
  });
});
