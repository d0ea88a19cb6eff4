import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, type StreamReader } from '@burgee/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxScene } from './outbox-scene.js';

let scene: OutboxScene;
let stream: StreamReader;
/** The state that is restored, and the one that is lost. */
let saved: string;
let lost: string;

const tag = async (replica = 0) => (await scene.read(replica)).headers.etag as string;
const epochOf = (tag: string) => tag.slice(1).split('-')[0];
const revisionOf = (tag: string) => Number(/-(\d+)"/.exec(tag)?.[1]);

/** Goes on after a backup, then puts Postgres back to it; the gateways have seen what is lost. */
async function restoreAnOlderBackup(): Promise<void> {
  await scene.flip(3);
  await scene.expectAuditComplete();
  saved = await tag();
  await scene.house.postgres.stop();
  const restore = await scene.house.postgres.saveData();
  await scene.house.postgres.start();
  await eventually(() => scene.flip(5));
  lost = await eventually(async () => {
    const answers = await Promise.all([scene.read(0), scene.read(1)]);
    for (const { headers } of answers) expect(headers['burgee-freshness']).toBeUndefined();
    return answers[0]!.headers.etag as string;
  });
  stream = await scene.house.gateways[0]!.stream('/api/v1/stream', scene.key);
  await stream.until(({ event }) => event === 'ready');
  await scene.house.postgres.stop();
  await restore();
}

beforeEach(async () => {
  scene = await OutboxScene.start({ sdkGateways: 2 });
  await restoreAnOlderBackup();
}, 60_000);
afterEach(async () => {
  stream.close();
  await scene.stop();
});
afterAll(() => scene?.stop());

async function expectNewEpochEverywhere(): Promise<void> {
  const tags = await eventually(async () => {
    const answers = await Promise.all([scene.read(0), scene.read(1)]);
    for (const { headers } of answers) expect(headers['burgee-freshness']).toBeUndefined();
    const tags = answers.map(({ headers }) => headers.etag as string);
    for (const one of tags) expect(epochOf(one)).not.toBe(epochOf(lost));
    expect(tags[0]).toBe(tags[1]);
    return tags;
  });
  const snapshot = await stream.until(({ event }) => event === 'snapshot');
  expect(`"${snapshot.id}"`).toBe(tags[0]);
  expect(snapshot.data.flags).toEqual((await scene.read()).body);
  await eventually(() => scene.flip(2));
  const last = await stream.until(({ data }) => data.revision === snapshot.data.revision + 2);
  expect(`"${last.id}"`).toBe(await tag());
}

describe('F35: Postgres is restored from an older backup', () => {
  it('a replica that knew more notices by itself: a new epoch, and a snapshot for all', async () => {
    await scene.house.postgres.start();
    await expectNewEpochEverywhere();
    expect(revisionOf(saved)).toBeLessThan(revisionOf(lost));
    const log = readFileSync(scene.house.services['sdk-gateway-1']!.logFile, 'utf8');
    const other = readFileSync(scene.house.services['sdk-gateway-2']!.logFile, 'utf8');
    expect(`${log}${other}`.match(/lost revisions it had given out/g)).toHaveLength(1);
  });

  it('a replica that was down meanwhile notices from its file', async () => {
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2']) await scene.house.services[name]!.kill();
    await scene.house.redis.kill();
    await scene.house.postgres.start();
    await scene.house.services['sdk-gateway-1']!.start();
    await eventually(async () => expect(epochOf(await tag())).not.toBe(epochOf(lost)));
    expect((await scene.read()).body[0].is_enabled).toBe(await scene.isEnabled());
  });

  it('the documented command does it by hand, before anybody can notice', async () => {
    const commands = ['deploy.md', 'adr/0033-a-new-epoch-after-a-restore.md'].map((name) => {
      const page = readFileSync(join(process.cwd(), 'docs', name), 'utf8');
      return /psql "\$DATABASE_URL" -c '(.*)'/.exec(page)?.[1];
    });
    const [command = ''] = commands;
    expect(commands).toEqual([command, command]);
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2', 'flags-admin']) scene.house.services[name]!.pause();
    await scene.house.postgres.start();
    await eventually(() => scene.ask(command));
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2', 'flags-admin']) scene.house.services[name]!.resume();
    await expectNewEpochEverywhere();
  });
});

describe('the right to begin a new epoch', () => {
  it('is given to nobody who cannot name a revision that was lost', async () => {
    await scene.house.postgres.start();
    await expectNewEpochEverywhere();
    const report = (epoch: string, revision: number) =>
      scene.ask<{ lost: boolean }>('select sdk_read.report_lost_history_v1($1, $2, $3) as lost', [
        scene.project.development.id,
        epoch,
        revision,
      ]);
    const now = await tag();
    expect(await report(epochOf(now) as string, revisionOf(now))).toEqual([{ lost: false }]);
    expect(await report(epochOf(lost) as string, 1_000)).toEqual([{ lost: false }]);
    expect(epochOf(await tag())).toBe(epochOf(now));
    const rights = await scene.ask<{ role: string; epoch: boolean; report: boolean }>(
      `select rolname as role, has_function_privilege(oid, 'flags.begin_epoch()', 'execute') as epoch,
              has_function_privilege(oid, 'sdk_read.report_lost_history_v1(uuid, text, bigint)', 'execute') as report
       from pg_roles where rolname like 'burgee%' and not rolsuper order by 1`,
    );
    expect(rights.filter(({ epoch }) => epoch)).toEqual([]);
    expect(rights.filter(({ report }) => report).map(({ role }) => role)).toEqual([expect.stringMatching(/gateway/)]);
  });
});
