import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { opaqueTag } from '@burgee/contracts/wire';
import { eventually, type StreamReader } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from './outbox-fixture.js';

let fixture: OutboxFixture;
let stream: StreamReader;
/** The restored state, and the lost state. */
let saved: string;
let lost: string;

const tag = async (replica = 0) => (await fixture.readFresh(replica)).headers.etag as string;
const epochOf = (tag: string) => opaqueTag(tag).split('-')[0];
const revisionOf = (tag: string) => Number(/-(\d+)"/.exec(tag)?.[1]);

/** A gateway writes its files now and then. Resolves when the file of the first holds what this tag stands for. */
async function untilOnDisk(tag: string): Promise<void> {
  const folder = fixture.cluster.services['sdk-gateway-1']!.setting('LAST_KNOWN_GOOD_DIR');
  const file = join(folder, `${fixture.project.development.id}.v1`);
  await eventually(() => {
    const [label = ''] = readFileSync(file, 'utf8').split('\n');
    const { epoch, revision } = JSON.parse(label) as { epoch: string; revision: number };
    expect(`W/"${epoch}-${revision}"`).toBe(tag);
  });
}

/** Goes on after a backup, then puts Postgres back to it; the gateways have seen what is lost. */
async function restoreAnOlderBackup(): Promise<void> {
  await eventually(() => fixture.flip(3));
  await fixture.expectAuditComplete();
  saved = await tag();
  await fixture.cluster.postgres.stop();
  const restore = await fixture.cluster.postgres.saveData();
  await fixture.cluster.postgres.start();
  await eventually(() => fixture.flip(5));
  const answers = await fixture.readAllFresh();
  lost = answers[0]!.headers.etag as string;
  await untilOnDisk(lost);
  stream = await fixture.cluster.gateways[0]!.stream('/api/v1/stream', fixture.key);
  await stream.until(({ event }) => event === 'ready');
  await fixture.cluster.postgres.stop();
  await restore();
}

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 2 });
});
beforeEach(async () => {
  await fixture.cluster.heal();
  // Ignores changes that the previous test's restore has removed.
  fixture.tried.splice(0);
  await restoreAnOlderBackup();
});
afterEach(() => stream.close());
afterAll(() => fixture?.stop());

async function expectNewEpochEverywhere(): Promise<void> {
  const tags = await eventually(async () => {
    const answers = await fixture.readAllFresh();
    const tags = answers.map(({ headers }) => headers.etag as string);
    for (const one of tags) expect(epochOf(one)).not.toBe(epochOf(lost));
    expect(tags[0]).toBe(tags[1]);
    return tags;
  });
  const snapshot = await stream.until(({ event }) => event === 'snapshot');
  expect(`W/"${snapshot.id}"`).toBe(tags[0]);
  expect(snapshot.data.flags).toEqual((await fixture.readFresh()).body);
  await eventually(() => fixture.flip(2));
  // A refused flip is made again: there may be more than two.
  const last = await tag();
  await stream.until(({ id }) => `W/"${id}"` === last);
}

describe('F35: Postgres is restored from an older backup', () => {
  it('a replica that knew a later revision notices by itself: a new epoch, and a snapshot for all streams', async () => {
    await fixture.cluster.postgres.start();
    await expectNewEpochEverywhere();
    expect(revisionOf(saved)).toBeLessThan(revisionOf(lost));
    const log = readFileSync(fixture.cluster.services['sdk-gateway-1']!.logFile, 'utf8');
    const other = readFileSync(fixture.cluster.services['sdk-gateway-2']!.logFile, 'utf8');
    expect(`${log}${other}`.match(/lost revisions it had given out/g)).toHaveLength(1);
  });

  it('a replica that was down during the restore notices it from its file', async () => {
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2']) await fixture.cluster.services[name]!.kill();
    await fixture.cluster.redis.kill();
    await fixture.cluster.postgres.start();
    await fixture.cluster.services['sdk-gateway-1']!.start();
    await eventually(async () => expect(epochOf(await tag())).not.toBe(epochOf(lost)));
    expect((await fixture.readFresh()).body[0].is_enabled).toBe(await fixture.isEnabled());
  });

  it('the documented command does it by hand, before any replica notices', async () => {
    const page = readFileSync(join(process.cwd(), 'docs', 'operate', 'deploy.md'), 'utf8');
    const command = /run `(select .*?)`/.exec(page)?.[1] ?? '';
    expect(command).not.toBe('');
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2', 'flags-admin']) fixture.cluster.services[name]!.pause();
    await fixture.cluster.postgres.start();
    await eventually(() => fixture.query(command));
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2', 'flags-admin']) fixture.cluster.services[name]!.resume();
    await expectNewEpochEverywhere();
  });
});

describe('the right to begin a new epoch', () => {
  it('is refused to a caller that cannot name a lost revision', async () => {
    await fixture.cluster.postgres.start();
    await expectNewEpochEverywhere();
    const report = (epoch: string, revision: number) =>
      fixture.query<{ lost: boolean }>('select sdk_read.report_lost_history_v1($1, $2, $3) as lost', [
        fixture.project.development.id,
        epoch,
        revision,
      ]);
    const now = await tag();
    expect(await report(epochOf(now) as string, revisionOf(now))).toEqual([{ lost: false }]);
    expect(await report(epochOf(lost) as string, 1_000)).toEqual([{ lost: false }]);
    expect(epochOf(await tag())).toBe(epochOf(now));
    const rights = await fixture.query<{ role: string; epoch: boolean; report: boolean }>(
      `select rolname as role, has_function_privilege(oid, 'flags.begin_epoch()', 'execute') as epoch,
              has_function_privilege(oid, 'sdk_read.report_lost_history_v1(uuid, text, bigint)', 'execute') as report
       from pg_roles where rolname like 'burgee%' and not rolsuper order by 1`,
    );
    expect(rights.filter(({ epoch }) => epoch)).toEqual([]);
    expect(rights.filter(({ report }) => report).map(({ role }) => role)).toEqual([expect.stringMatching(/gateway/)]);
  });
});
