import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aUser,
  eventually,
  PASSWORD,
  postgresTemplate,
  startTestCluster,
  type StreamReader,
  TestClient,
  type User,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { backupCommand, run, startServices, stopServices } from '../backup-command.js';
import { OutboxFixture } from '../outbox-fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'burgee-backups-'));
// Where root starts Postgres, it does so as `nobody`.
chmodSync(folder, 0o755);
const file = join(folder, 'burgee.backup');
const COUNTS = /\d+ users, .*\d+ audit entries/;

let fixture: OutboxFixture;
/** The counts that the backup printed. */
let counts: string;
let saved: { epoch: string; revision: number };
let lost: { epoch: string; revision: number; id: string };
let late: User;
let stream: StreamReader;

function positionOf(tag = ''): { epoch: string; revision: number; id: string } {
  const [, id = '', epoch = '', revision] = /^W\/"((\w+)-(\d+))"$/.exec(tag) ?? [];
  return { epoch, revision: Number(revision), id };
}

const known = async (replica = 0) => positionOf((await fixture.readFresh(replica)).headers.etag);
const signIn = ({ client, email }: User) => client.post('/api/auth/login', { email, password: PASSWORD });
const open = (headers: object = {}) =>
  fixture.cluster.gateways[0]!.stream('/api/v1/stream', { ...fixture.key, ...headers });

/** A restore has ended the session of the owner. */
async function signInAgain(): Promise<void> {
  await eventually(async () => {
    const { status } = await signIn(fixture.project.owner);
    if (status !== 200) throw new Error(`signing in answered ${status}`);
  });
}

/** Backs up while the flag is changed all the time. */
async function backUpUnderWrites(): Promise<void> {
  const state = { writing: true };
  const writes = (async () => {
    while (state.writing) await fixture.edit();
  })();
  const { code, output } = await backupCommand(fixture.cluster, 'backup', file);
  state.writing = false;
  await writes;
  expect([code, output]).toEqual([0, expect.stringMatching(COUNTS)]);
  counts = COUNTS.exec(output)![0];
}

/** Waits until the files of the first gateway have what is lost. */
async function untilOnDisk(): Promise<void> {
  const path = join(
    fixture.cluster.services['sdk-gateway-1']!.setting('LAST_KNOWN_GOOD_DIR'),
    `${fixture.project.development.id}.v1`,
  );
  await eventually(() => expect(readFileSync(path, 'utf8')).toContain(`"revision":${lost.revision}`));
}

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 2 });
  for (let n = 0; n < 3; n++) await fixture.edit();
  await fixture.expectAuditComplete();
  saved = await known();
  await backUpUnderWrites();
}, 120_000);
beforeEach(async () => {
  await fixture.cluster.heal();
  await signInAgain();
  for (let n = 0; n < 5; n++) await eventually(() => fixture.flip());
  late = await aUser(fixture.cluster.url);
  lost = await known();
  await untilOnDisk();
  stream = await open();
  await stream.until(({ event }) => event === 'ready');
}, 120_000);
afterEach(() => stream?.close());
afterAll(async () => {
  await fixture?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads, streams, accounts and the audit trail match the backup, in a new epoch. */
async function expectRestored(): Promise<void> {
  const { project } = fixture;
  const now = await eventually(async () => {
    const [one, two] = await Promise.all([known(0), known(1)]);
    expect(one).toEqual(two);
    expect([saved.epoch, lost.epoch]).not.toContain(one.epoch);
    return one;
  });
  expect(now.revision).toBeGreaterThanOrEqual(saved.revision);
  const resumed = await open({ 'last-event-id': lost.id });
  const first = await resumed.until(({ event }) => event !== 'ready');
  expect([first.event, first.id]).toEqual(['snapshot', now.id]);
  expect(first.data.flags).toEqual((await fixture.readFresh()).body);
  resumed.close();

  // The sessions of before are over, also that of the owner; the password is not.
  expect((await project.owner.client.get('/api/auth/me')).status).toBe(401);
  expect((await signIn(late)).status).toBe(404);
  expect((await signIn(project.owner)).status).toBe(200);
  // What was changed after the backup is not missing; what was changed before it has one entry for each change.
  fixture.tried.splice(0);
  await fixture.expectAuditComplete();
  await fixture.expectWhole();
  await eventually(() => fixture.flip(2));
  await fixture.expectAuditComplete();
}

/** Without Postgres, what Redis, memory and files had of the lost history is not served. */
async function expectLostIsForgotten(): Promise<void> {
  const before = await known();
  await fixture.cluster.postgres.kill();
  for (const replica of [0, 1]) {
    const answer = await eventually(async () => {
      const stale = await fixture.read(replica);
      expect([stale.status, stale.headers['burgee-freshness']]).toEqual([200, expect.stringMatching(/^stale/)]);
      return stale;
    });
    expect(positionOf(answer.headers.etag)).toEqual(before);
  }
  const gateway = fixture.cluster.services['sdk-gateway-1']!;
  await gateway.kill();
  await gateway.start();
  const answer = await eventually(async () => {
    const stale = await fixture.read();
    expect(stale.status).toBe(200);
    return stale;
  });
  expect(positionOf(answer.headers.etag).epoch).toBe(before.epoch);
}

describe('F35: the restore of a backup', () => {
  it('is refused while Burgee runs, over what is there, and from a damaged file; nothing changes', async () => {
    const { cluster } = fixture;
    const running = await backupCommand(cluster, 'restore', file, '--replace');
    expect([running.code, running.output]).toEqual([1, expect.stringContaining('Burgee runs: connections of burgee_')]);
    await stopServices(cluster);
    const full = await backupCommand(cluster, 'restore', file);
    expect([full.code, full.output]).toEqual([1, expect.stringMatching(/not empty: .*flags\.flags.*--replace/)]);
    const cut = join(folder, 'cut.backup');
    writeFileSync(cut, readFileSync(file));
    truncateSync(cut, 500);
    const damaged = await backupCommand(cluster, 'restore', cut, '--replace');
    expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining('is damaged')]);
    const again = await backupCommand(cluster, 'backup', file);
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('exists already')]);
    const unclear = await backupCommand(cluster, 'restore');
    expect([unclear.code, unclear.output]).toEqual([2, expect.stringContaining('--after-recovery')]);
    await startServices(cluster);
    expect((await known()).id).toBe(lost.id);
  });

  it('replaces all data: flags, accounts and audit trail match the backup, clients drop the lost history', async () => {
    await stopServices(fixture.cluster);
    const { code, output } = await backupCommand(fixture.cluster, 'restore', file, '--replace');
    expect([code, output]).toEqual([0, expect.stringContaining(`: ${counts}.`)]);
    await startServices(fixture.cluster);
    await expectRestored();
    await fixture.readAllFresh();
    await expectLostIsForgotten();
  });

  it('while everything runs: open streams get a snapshot, and no service crashes', async () => {
    await eventually(async () => {
      const { code, output } = await backupCommand(fixture.cluster, 'restore', file, '--replace', '--while-running');
      expect([code, output]).toEqual([0, expect.stringContaining(`: ${counts}.`)]);
    }, 60_000);
    const snapshot = await stream.until(({ event, id }) => event === 'snapshot' && !id?.startsWith(lost.epoch));
    expect(snapshot.data.flags).toEqual((await fixture.readFresh()).body);
    await expectRestored();
  });

  it('into a new cluster: users sign in with their passwords, and SDK keys open what they opened', async () => {
    const other = await startTestCluster();
    const { owner } = fixture.project;
    try {
      await stopServices(other);
      const { code, output } = await backupCommand(other, 'restore', file);
      expect([code, output]).toEqual([0, expect.stringContaining(`: ${counts}.`)]);
      await startServices(other);
      expect((await signIn({ ...owner, client: new TestClient(other.url) })).status).toBe(200);
      await eventually(async () => {
        const answer = await other.gateways[0]!.get('/api/v1/flags', fixture.key);
        expect([answer.status, answer.body[0]?.key]).toEqual([200, fixture.flag.key]);
      });
    } finally {
      await other.stop();
    }
  });

  it('npm run backup and npm run restore start the private Postgres of a data folder themselves', async () => {
    const data = join(folder, 'data');
    const npm = (...words: string[]) =>
      run('tools/operator.mjs', ['--output', 'text', ...words], { BURGEE_DATA_DIR: data, HOME: process.env.HOME });
    const without = await npm('restore', file);
    expect([without.code, without.output]).toEqual([1, expect.stringContaining('secrets.json is missing')]);
    expect(existsSync(data)).toBe(false);
    const secrets = postgresTemplate()!.secrets;
    mkdirSync(data, { mode: 0o755 });
    writeFileSync(join(data, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });
    const restored = await npm('restore', file);
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining(`: ${counts}.`)]);
    const copy = join(folder, 'copy.backup');
    const backedUp = await npm('backup', copy);
    expect([backedUp.code, backedUp.output]).toEqual([0, expect.stringContaining(`${copy} holds ${counts}.`)]);
    expect(backedUp.output).toContain('PASSWORD_PEPPER');
    expect(existsSync(join(data, 'launcher.pid'))).toBe(false);
  });
});
