import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { opaqueTag } from '@burgee/contracts/wire';
import { aUser, eventually, PASSWORD, type StreamReader, type User } from '@burgee/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { backupCommand, startServices, stopServices } from '../backup-command.js';
import { OutboxFixture } from '../outbox-fixture.js';

const exec = promisify(execFile);
const RESTORE_POINT = 'before_the_mistake';

const folder = mkdtempSync(join(tmpdir(), 'burgee-archive-'));
const archive = join(folder, 'wal');
let fixture: OutboxFixture;

const tag = async () => (await fixture.readFresh()).headers.etag as string;
const epochOf = (text: string) => /\w+/.exec(opaqueTag(text))?.[0];
const signIn = ({ client, email }: User) => client.post('/api/auth/login', { email, password: PASSWORD });

beforeAll(async () => {
  mkdirSync(archive);
  // Postgres writes there, as any user.
  for (const path of [folder, archive]) chmodSync(path, 0o777);
  fixture = await OutboxFixture.start({
    postgresSettings: ['archive_mode=on', `archive_command=cp %p ${archive}/%f`],
  });
}, 120_000);
afterAll(async () => {
  await fixture?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A base backup as Postgres' manual describes it, by the calls that pg_basebackup makes, while the flag is changed. */
async function baseBackup(data: string, copy: string): Promise<void> {
  const client = new pg.Client({ connectionString: fixture.cluster.databaseUrl });
  await client.connect();
  await client.query(`select pg_backup_start('base', true)`);
  const copied = exec('cp', ['-a', data, copy]).catch((error: Error & { stderr: string }) => {
    // Files that Postgres removes during the copy are not needed.
    const others = error.stderr
      .split('\n')
      .filter((line) => line !== '' && !line.includes('No such file or directory'));
    if (others.length > 0) throw error;
  });
  await fixture.flip(3);
  await copied;
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await client.end();
  rmSync(join(copy, 'postmaster.pid'), { force: true });
  rmSync(join(copy, 'pg_wal'), { recursive: true });
  mkdirSync(join(copy, 'pg_wal'), { mode: 0o700 });
  const own = statSync(join(copy, 'PG_VERSION'));
  for (const [name, text] of [
    ['backup_label', rows[0]!.labelfile],
    ['recovery.signal', ''],
  ] as const)
    writeFileSync(join(copy, name), text);
  for (const name of ['backup_label', 'recovery.signal', 'pg_wal']) chownSync(join(copy, name), own.uid, own.gid);
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_name = '${RESTORE_POINT}'\nrecovery_target_action = 'pause'\n`,
  );
}

/** Resolves when everything up to now is in the archive. */
async function untilArchived(): Promise<void> {
  const [segment] = await fixture.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  await eventually(async () => {
    const [last] = await fixture.query<{ name: string }>('select last_archived_wal as name from pg_stat_archiver');
    expect(last!.name >= segment!.name).toBe(true);
  }, 60_000);
}

async function replaceData(data: string, copy: string): Promise<void> {
  await stopServices(fixture.cluster);
  await fixture.cluster.postgres.stop();
  rmSync(data, { recursive: true });
  await exec('cp', ['-a', copy, data]);
  await fixture.cluster.postgres.start();
}

describe('F35: Postgres is recovered to a point in time', () => {
  it('and npm run restore -- --after-recovery finishes it: clients get a snapshot, and drop lost history', async () => {
    const { cluster, project } = fixture;
    const [row] = await fixture.query<{ data: string }>(`select current_setting('data_directory') as data`);
    const { data } = row!;
    const copy = `${data}.base`;
    await fixture.flip(3);
    await baseBackup(data, copy);
    await eventually(() => fixture.flip(2));
    await fixture.expectAuditComplete();
    const kept = await tag();
    const [{ count: entries } = { count: '' }] = await fixture.query<{ count: string }>(
      'select count(*) from audit.entries',
    );
    await fixture.query('select pg_create_restore_point($1)', [RESTORE_POINT]);
    await untilArchived();
    await eventually(() => fixture.flip(4));
    const late = await aUser(cluster.url);
    const lost = await tag();

    await replaceData(data, copy);
    const early = await backupCommand(cluster, 'restore', '--after-recovery');
    expect([early.code, early.output]).toEqual([1, expect.stringContaining('has not ended its recovery')]);
    await fixture.query('select pg_wal_replay_resume()');
    await eventually(async () => {
      const [is] = await fixture.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
      expect(is).toEqual({ recovers: false });
    }, 60_000);
    const finished = await backupCommand(cluster, 'restore', '--after-recovery');
    expect([finished.code, finished.output]).toEqual([0, expect.stringContaining(`${entries} audit entries.`)]);

    await startServices(cluster);
    const now = await eventually(async () => {
      const read = await tag();
      expect([epochOf(kept), epochOf(lost)]).not.toContain(epochOf(read));
      return read;
    });
    const stream: StreamReader = await cluster.gateways[0]!.stream('/api/v1/stream', {
      ...fixture.key,
      'last-event-id': opaqueTag(lost),
    });
    const first = await stream.until(({ event }) => event !== 'ready');
    expect([first.event, `W/"${first.id}"`]).toEqual(['snapshot', now]);
    stream.close();
    expect((await project.owner.client.get('/api/auth/me')).status).toBe(401);
    expect([(await signIn(late)).status, (await signIn(project.owner)).status]).toEqual([404, 200]);
    fixture.tried.splice(0);
    await eventually(() => fixture.flip(2));
    await fixture.expectAuditComplete();
    await fixture.expectWhole();

    const before = await tag();
    await cluster.postgres.kill();
    const stale = await eventually(async () => {
      const answer = await fixture.read();
      expect([answer.status, answer.headers['burgee-freshness']]).toEqual([200, expect.stringMatching(/^stale/)]);
      return answer;
    });
    expect(stale.headers.etag).toBe(before);
    await cluster.heal();
  });
});
