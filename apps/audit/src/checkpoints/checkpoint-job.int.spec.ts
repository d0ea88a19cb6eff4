import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { ChainBoundsQuery } from '../chain/chain-bounds.query.js';
import { ChainLinksQuery } from '../chain/chain-links.query.js';
import { signingKey } from '../chain/checkpoint.js';
import { CheckpointsQuery } from '../chain/checkpoints.query.js';
import { VerifyChainService } from '../chain/verify-chain.service.js';
import { ChainExportService } from '../export/chain-export.service.js';
import { verifyExport } from '../export/verify-export.js';
import { PeopleQuery } from '../read/people.query.js';
import { RecordService } from '../record/record.service.js';
import { CheckpointJob } from './checkpoint-job.js';
import { LostHistory } from './lost-history.js';

const AUDIT_CHECKPOINT_KEY = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

const key = signingKey(AUDIT_CHECKPOINT_KEY);

let database: TestDatabase;
let owner: DataSource;
let audit: DataSource;
let checkpoints: CheckpointsQuery;
let chains: VerifyChainService;
let exports: ChainExportService;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  audit = await new DataSource({ type: 'postgres', url: database.urlFor('audit'), poolSize: 4 }).initialize();
  checkpoints = new CheckpointsQuery(audit);
  const [bounds, links] = [new ChainBoundsQuery(audit), new ChainLinksQuery(audit)];
  chains = new VerifyChainService(audit, bounds, links, checkpoints);
  exports = new ChainExportService(bounds, links, new PeopleQuery(audit), checkpoints);
});
afterAll(async () => {
  await Promise.all([owner?.destroy(), audit?.destroy()]);
  await database?.drop();
});

const SILENT = pino({ level: 'silent' });
const noLoss = () => new LostHistory(audit, new RecordService(audit), SILENT);
const job = (lost = noLoss()) => new CheckpointJob({ AUDIT_CHECKPOINT_KEY }, audit, lost, SILENT);

async function record(project_id: string, entries: number): Promise<void> {
  const message = () => ({
    v: 1 as const,
    event_id: randomUUID(),
    action: 'flag_toggle' as const,
    project_id,
    flag_id: null,
    flag_key: null,
    environment_id: null,
    environment_name: null,
    user_id: randomUUID(),
    user_name: 'Ada',
    old_values: null,
    new_values: null,
    request_id: null,
    occurred_at: new Date().toISOString(),
  });
  await new RecordService(audit).record(...Array.from({ length: entries }, message));
}

async function tamper(...statements: [string, unknown[]][]): Promise<void> {
  await owner.transaction(async (manager) => {
    await manager.query('set local session_replication_role = replica');
    for (const [sql, values] of statements) await manager.query(sql, values);
  });
}

/** Makes the last checkpoints one hour older. */
const anHourPasses = () =>
  tamper(
    [`update audit.checkpoints set signed_at = signed_at - interval '1 hour'`, []],
    [`update audit.chains set signed_at = signed_at - interval '1 hour'`, []],
  );

const numbers = async (project: string) => (await checkpoints.between(project, 0)).map(({ seq }) => seq);
const verify = async (project: string) => (await chains.part(project)).verification;

async function exported(project: string): Promise<string[]> {
  let text = '';
  const authorized = async () => undefined;
  for await (const part of exports.ndjson({ chainId: project, filter: {}, authorized })) text += part;
  return text.trimEnd().split('\n');
}

describe('checkpoints', () => {
  it('are signed for chains that have grown, up to once an hour, even with concurrent replicas', async () => {
    const project = randomUUID();
    await record(project, 3);
    await Promise.all([job().run(), job().run()]);
    await record(project, 2);
    await job().run();
    expect(await numbers(project)).toEqual([3]);
    await anHourPasses();
    await job().run();
    expect(await numbers(project)).toEqual([3, 5]);
    await anHourPasses();
    await job().run();
    expect(await numbers(project)).toEqual([3, 5]);
  });

  it('are written to the log, so that they can be stored elsewhere', async () => {
    const project = randomUUID();
    await record(project, 1);
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    await new CheckpointJob({ AUDIT_CHECKPOINT_KEY }, audit, noLoss(), logger).run();
    const [checkpoint] = await checkpoints.between(project, 0);
    expect(lines.map((line) => JSON.parse(line).checkpoint)).toContainEqual(checkpoint);
    expect(lines.join('')).not.toContain('PRIVATE');
  });

  it('are off without a key', async () => {
    const project = randomUUID();
    await record(project, 1);
    const unsigned = new CheckpointJob({ AUDIT_CHECKPOINT_KEY: undefined }, audit, noLoss(), SILENT);
    const run = jest.spyOn(unsigned, 'run');
    unsigned.onApplicationBootstrap();
    expect(run).not.toHaveBeenCalled();
    await unsigned.run();
    expect(await numbers(project)).toEqual([]);
  });

  it('S43 reveal a tail that was cut before the last checkpoint, or rewritten', async () => {
    const project = randomUUID();
    await record(project, 5);
    await job().run();
    const [signed] = await checkpoints.between(project, 0);
    expect(await verify(project)).toMatchObject({
      verified: true,
      checkpoint: { seq: 5, kid: signed!.kid, signature: signed!.signature },
    });
    const cut: [string, unknown[]][] = [
      ['delete from audit.entries where chain_id = $1 and seq > 3', [project]],
      [
        `update audit.chains c set seq = 3, hash = (select hash from audit.entries where chain_id = $1 and seq = 3)
         where chain_id = $1`,
        [project],
      ],
    ];
    await tamper(...cut);
    expect(await verify(project)).toMatchObject({
      verified: false,
      up_to: { seq: 3 },
      fault: { kind: 'tail_removed', seq: 4, to_seq: 5 },
    });
    await record(project, 4);
    expect(await verify(project)).toMatchObject({ fault: { kind: 'chain_rewritten', seq: 1, to_seq: 5 } });
  });

  it('reveal, from an earlier export, entries that were deleted together with their checkpoints', async () => {
    const project = randomUUID();
    await record(project, 4);
    await job().run();
    const earlier = await exported(project);
    await tamper(
      ['delete from audit.checkpoints where chain_id = $1', [project]],
      ['delete from audit.entries where chain_id = $1', [project]],
      ['delete from audit.chains where chain_id = $1', [project]],
    );
    await record(project, 6);
    expect(await verify(project)).toMatchObject({ verified: true, checkpoint: null });
    const now = await exported(project);
    const { seen } = await verifyExport(Readable.from(earlier));
    expect(seen.checkpoints).toHaveLength(1);
    const { comparison } = await verifyExport(Readable.from(now), { earlier: [seen] });
    expect(comparison.fault).toEqual({ kind: 'chain_rewritten', seq: 1, to_seq: 4 });
    expect((await verifyExport(Readable.from(earlier))).checkpoint?.seq).toBe(4);
    expect((await verifyExport(Readable.from(earlier), { kids: ['another'] })).comparison.fault?.kind).toBe(
      'checkpoint_forged',
    );
  });

  it('cannot be changed or deleted by audit, nor by accident by the owner, and forgery shows', async () => {
    const project = randomUUID();
    await record(project, 2);
    await job().run();
    for (const one of [audit, owner])
      for (const sql of ['update audit.checkpoints set kid = kid', 'delete from audit.checkpoints'])
        await expect(one.query(sql)).rejects.toMatchObject({ code: '42501' });
    await expect(audit.query('insert into audit.checkpoints select * from audit.checkpoints')).rejects.toMatchObject({
      code: '42501',
    });
    await tamper(['update audit.checkpoints set signed_at = now() where chain_id = $1', [project]]);
    expect(await verify(project)).toMatchObject({ fault: { kind: 'checkpoint_forged', seq: 2 } });
  });
});

describe('history that a failover lost', () => {
  /** Runs on a server whose timeline the test sets. */
  class OnTimeline extends LostHistory {
    now = '00000001';

    protected override async currentTimeline(): Promise<string> {
      return this.now;
    }
  }
  const newLoss = () => new OnTimeline(audit, new RecordService(audit), SILENT);

  /** Simulates a standby that lags: the last entries and the checkpoint after them are missing. */
  const lose = (project: string) =>
    tamper(
      ['delete from audit.checkpoints where chain_id = $1', [project]],
      ['delete from audit.entries where chain_id = $1 and seq > 3', [project]],
      [
        `update audit.chains set seq = 3, signed_seq = 0, hash = (select hash from audit.entries where chain_id = $1 and seq = 3)
         where chain_id = $1`,
        [project],
      ],
    );

  async function aLostHistory(): Promise<{ project: string; replicas: OnTimeline[] }> {
    const project = randomUUID();
    await record(project, 5);
    const replicas = [newLoss(), newLoss()];
    await job(replicas[0]).run();
    for (const checkpoint of await checkpoints.between(project, 0)) replicas[1]!.remember(checkpoint);
    await replicas[1]!.check(key);
    await lose(project);
    return { project, replicas };
  }

  it('is recorded in the chain once, even with concurrent replicas, and is never reported as tampering', async () => {
    const { project, replicas } = await aLostHistory();
    for (const replica of replicas) replica.now = '00000002';
    await Promise.all(replicas.map((replica) => replica.check(key)));
    await Promise.all(replicas.map((replica) => replica.check(key)));
    expect(await verify(project)).toMatchObject({
      verified: true,
      entries: 4,
      lost: [{ seq: 4, checkpoint: { seq: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) } }],
    });
    await record(project, 3);
    expect(await verify(project)).toMatchObject({ verified: true, entries: 7, lost: [{ seq: 4 }] });
    expect((await verifyExport(Readable.from(await exported(project)))).comparison.fault).toBeUndefined();
  });

  it('is recorded only after a promotion: a tail that vanishes otherwise stays a fault', async () => {
    const { project, replicas } = await aLostHistory();
    for (const replica of replicas) await replica.check(key);
    expect(await verify(project)).toMatchObject({ entries: 3, lost: [] });
  });

  it('is not recorded after a promotion that lost nothing', async () => {
    const project = randomUUID();
    await record(project, 2);
    const replica = newLoss();
    await job(replica).run();
    replica.now = '00000002';
    await replica.check(key);
    expect(await verify(project)).toMatchObject({ verified: true, entries: 2, lost: [] });
  });

  it('is checked on the timeline of the server', async () => {
    const replica = noLoss();
    await replica.check(key);
    await expect(replica.check(key)).resolves.toBeUndefined();
    expect(await audit.query(`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`)).toEqual([
      { timeline: expect.stringMatching(/^[0-9A-F]{8}$/) },
    ]);
  });
});
