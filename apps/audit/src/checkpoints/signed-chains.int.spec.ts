import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createTestDatabase, readsOf, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import type { Checkpoint } from '../chain/checkpoint.js';
import { SignedChains1760000000010 } from '../persistence/10-signed-chains.migration.js';
import { RecordService } from '../record/record.service.js';
import { CheckpointJob } from './checkpoint-job.js';
import { LostHistory } from './lost-history.js';

const AUDIT_CHECKPOINT_KEY = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const MANY = 4_000;
const SILENT = pino({ level: 'silent' });

let database: TestDatabase;
let owner: DataSource;
let audit: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  const of = (url: string) => new DataSource({ type: 'postgres', url, poolSize: 1 }).initialize();
  [owner, audit] = [await of(database.adminUrl), await of(database.urlFor('audit'))];
});
beforeEach(async () => {
  await owner.query('truncate audit.chains');
  await unguarded('truncate audit.checkpoints');
});
afterAll(async () => {
  await Promise.all([owner?.destroy(), audit?.destroy()]);
  await database?.drop();
});

/** Disables the trigger that refuses changes. */
async function unguarded(sql: string): Promise<void> {
  await owner.transaction(async (manager) => {
    await manager.query('set local session_replication_role = replica');
    await manager.query(sql);
  });
}

/** Chains of deleted projects, each with a checkpoint of its last entry. */
async function seedSigned(count: number, hours: number): Promise<void> {
  await owner.sql`
    insert into audit.chains (chain_id, seq, hash) select gen_random_uuid(), 1, '\\x00' from generate_series(1, ${count}::int)`;
  await owner.sql`
    select audit.add_checkpoints(coalesce(json_agg(json_build_object(
      'chain_id', chain_id, 'seq', 1, 'hash', '00', 'signed_at', now() - make_interval(hours => ${hours}::int),
      'kid', 'k', 'public_key', 'p', 'signature', 's')), '[]')) from audit.chains where seq = 1`;
}

/** Signs the chains that are due. @returns the chains in the order of signing */
async function sign(source: DataSource): Promise<string[]> {
  const chains: string[] = [];
  const write = (line: string) =>
    void chains.push((JSON.parse(line) as { checkpoint: Checkpoint }).checkpoint.chain_id);
  const lost = new LostHistory(source, new RecordService(source), SILENT);
  await new CheckpointJob({ AUDIT_CHECKPOINT_KEY }, source, lost, pino({}, { write })).run();
  return chains;
}

describe('chains of very many projects', () => {
  it('S109 finds the chains to sign without reading chains that have not grown', async () => {
    await seedSigned(MANY, 2);
    const grown = [randomUUID(), randomUUID()];
    await owner.sql`insert into audit.chains (chain_id, seq, hash) select id, 2, '\\x00' from unnest(${grown}::uuid[]) id`;
    await owner.query('vacuum analyze audit.chains, audit.checkpoints');
    let signed: string[] = [];
    const { kinds, rows } = await readsOf(owner, 'chains', async () => (signed = await sign(owner)));
    expect(signed.toSorted()).toEqual(grown.toSorted());
    expect(kinds).toEqual(new Set(['Index Scan']));
    expect(rows).toBeLessThanOrEqual(2 * grown.length);
  });

  it('S109 signs every chain, oldest checkpoint first, even when many new ones begin', async () => {
    await seedSigned(1, 2);
    const old = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
    await owner.sql`update audit.chains set chain_id = ${old}, seq = 2`;
    await owner.sql`
      insert into audit.chains (chain_id, seq, hash) select gen_random_uuid(), 1, '\\x00' from generate_series(1, 1200)`;
    const signed = await sign(audit);
    expect([signed.length, signed[0]]).toEqual([1_201, old]);
    expect(await sign(audit)).toEqual([]);
  });

  it('signs a chain again after a concurrent insert, without blocking other chains', async () => {
    const [busy, other] = [randomUUID(), randomUUID()];
    await owner.sql`
      insert into audit.chains (chain_id, seq, hash) select id, 1, '\\x00' from unnest(${[busy, other]}::uuid[]) id`;
    await owner.transaction(async (storing) => {
      await storing.sql`select from audit.chains where chain_id = ${busy} for update`;
      expect((await sign(audit)).toSorted()).toEqual([busy, other].toSorted());
    });
    expect(await sign(audit)).toEqual([busy]);
    expect(await sign(audit)).toEqual([]);
    expect(await owner.sql`select from audit.checkpoints`).toHaveLength(2);
  });

  it('the migration keeps chains with a checkpoint and makes chains without one due', async () => {
    const migration = new SignedChains1760000000010();
    const runner = owner.createQueryRunner();
    const fresh = randomUUID();
    try {
      await migration.down(runner);
      await runner.manager.sql`insert into audit.chains (chain_id, seq, hash) values (${randomUUID()}, 1, '\\x00')`;
      await runner.manager.sql`
        select audit.add_checkpoints(json_agg(json_build_object(
          'chain_id', chain_id, 'seq', seq, 'hash', '00', 'signed_at', now() - interval '2 hours',
          'kid', 'k', 'public_key', 'p', 'signature', 's'))) from audit.chains`;
      await runner.manager.sql`insert into audit.chains (chain_id, seq, hash) values (${fresh}, 1, '\\x00')`;
    } finally {
      await migration.up(runner);
      await runner.release();
    }
    expect(await sign(audit)).toEqual([fresh]);
  });
});
