import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceResponse, eventually, type Standby, startStandby } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Ended, operate } from '../backup-command.js';
import { OutboxFixture } from '../outbox-fixture.js';

const MOVED = ['auth', 'audit', 'flags-admin', 'sdk-gateway-1'];

let fixture: OutboxFixture;
let standby: Standby;
const folder = mkdtempSync(join(tmpdir(), 'burgee-lost-'));

beforeAll(async () => {
  fixture = await OutboxFixture.start();
  standby = await startStandby(fixture.cluster);
  await fixture.cluster.heal();
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await standby?.stop();
  await fixture?.stop();
});

/** Changes of the flag, and the number of the last entry. */
async function changes(count: number): Promise<number> {
  let last: unknown;
  for (let n = 0; n < count; n++)
    last = await eventually(async () => {
      const answer = await fixture.edit();
      if (answer?.status !== 200) throw new Error(`the edit answered ${answer?.status}`);
      return answer.headers['x-request-id'];
    });
  return eventually(async () => {
    expect(await query(`select from audit.entries where content like '%${last}%'`)).toHaveLength(1);
    const { body } = await verify();
    expect(body.verified).toBe(true);
    return body.up_to.seq;
  });
}

/** The Postgres that audit is connected to. */
let asked: () => string;
async function query(sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: asked() });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const verify = (): Promise<ServiceResponse> => {
  const { id, owner } = fixture.project;
  return owner.client.get(`/api/projects/${id}/audit/verify`);
};

interface Signed {
  checkpoint: { chain_id: string; seq: number };
}

/** The checkpoints of the project that audit has written to its log, which is what leaves the database. */
const signed = (): Signed['checkpoint'][] =>
  readFileSync(fixture.cluster.services.audit!.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"body":"audit checkpoint"'))
    .map((line) => (JSON.parse(line) as Signed).checkpoint)
    .filter(({ chain_id }) => chain_id === fixture.project.id);

async function exportTo(name: string): Promise<string> {
  const { id, owner } = fixture.project;
  const file = join(folder, name);
  const { status, text } = await owner.client.get(`/api/projects/${id}/audit/export`);
  expect(status).toBe(200);
  writeFileSync(file, text);
  return file;
}

/** Verifies an export made now against an earlier one. */
const verifyOffline = async (earlier: string): Promise<Ended> =>
  operate(['verify-history', await exportTo('now.ndjson'), '--against', earlier], {});

describe('the history, when a standby is promoted that had not received the last entries', () => {
  it('F57: records which entries were lost, and still verifies, also against an earlier export', async () => {
    const { cluster } = fixture;
    asked = () => cluster.databaseUrl;
    await changes(2);
    await standby.caughtUp();
    const [kept] = await standby.query<{ seq: number }>('select seq::int from audit.chains where chain_id = $1', [
      fixture.project.id,
    ]);
    standby.link.blackhole();
    await changes(2);
    const earlier = await exportTo('earlier.ndjson');
    // The export is an entry, too. The checkpoint comes after it, and covers it.
    const last = await changes(1);
    expect(last).toBe(kept!.seq + 4);
    // A process signs when it starts, and remembers what it has signed.
    await cluster.services.audit!.stop();
    await cluster.services.audit!.start();
    await eventually(() => expect(signed().at(-1)?.seq).toBe(last));
    await cluster.postgres.kill();
    await standby.promote();
    for (const service of MOVED) cluster.link(service, 'postgres').redirect(standby.server.port);
    asked = () => standby.server.url;

    const told = await eventually(async () => {
      const { body } = await verify();
      expect(body).toMatchObject({ verified: true, fault: null, lost: [{ checkpoint: { seq: last } }] });
      return body;
    }, 60_000);
    expect(told.lost).toHaveLength(1);
    expect(told.lost[0].seq).toBeLessThanOrEqual(kept!.seq + 1);
    expect(readFileSync(cluster.services.audit!.logFile, 'utf8')).toContain(
      'audit entries were lost when a standby was promoted',
    );
    expect(await verifyOffline(earlier)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`a failover lost entries up to ${last}`),
    });

    // The chain goes on, and what is tampered with is still told.
    await changes(4);
    expect(await verifyOffline(earlier)).toMatchObject({ code: 0 });
    await query(`
      begin;
      set local session_replication_role = replica;
      update audit.entries set content = replace(content, 'flag_update', 'flag_toggle')
      where chain_id = '${fixture.project.id}' and seq = ${kept!.seq};
      commit`);
    expect((await verify()).body).toMatchObject({ verified: false, fault: { kind: 'entry_changed', seq: kept!.seq } });
    expect((await verifyOffline(earlier)).code).toBe(1);
  });
});
