import { opaqueTag } from '@burgee/contracts/wire';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connect as dial, type Socket } from 'node:net';
import { SUBJECTS } from '@burgee/contracts/messages';
import {
  type TestCluster,
  eventually,
  retryUnavailable,
  startTestCluster,
  StreamReader,
  TestClient,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { StreamFixture, untilOpen } from './stream-fixture.js';

let cluster: TestCluster;
let fixture: StreamFixture;
const readers: StreamReader[] = [];

beforeAll(async () => {
  cluster = await startTestCluster({ sdkGateways: 3 });
  fixture = await StreamFixture.in(cluster);
});

afterEach(() => {
  fixture.leave();
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => cluster?.stop());

const urls = () => cluster.gateways.map(({ base }) => base);

async function listen(gateway: TestClient, headers: object = {}, query = ''): Promise<StreamReader> {
  const reader = await gateway.stream(`/api/v1/stream${query}`, { ...fixture.key, ...headers });
  readers.push(reader);
  return reader;
}

async function asFlagsAdmin() {
  const { username, password } = new URL(cluster.services['flags-admin']!.setting('NATS_URL'));
  return connect({ servers: new URL(cluster.nats.url).host, user: username, pass: password });
}

describe('streams are right when notifications fail', () => {
  it('F9: notifications that come twice, late, out of order, not at all, or forged: every change once, in order', async () => {
    const clients = urls().map((url) => fixture.client([url]));
    await untilOpen(clients);
    await cluster.link('flags-admin', 'nats').refuse();
    const nats = await asFlagsAdmin();
    const { id } = fixture.project.development;
    const ring = (revision: unknown, epoch: string) => {
      const message = { v: 1, event_id: randomUUID(), occurred_at: new Date().toISOString(), environment_id: id };
      const lie = { epoch, revision, flag_id: randomUUID(), key: 'no-such-flag' };
      nats.publish(SUBJECTS.flagDeleted.subject(id), JSON.stringify({ ...message, ...lie }));
    };
    for (let round = 0; round < 10; round++) {
      await fixture.changes(3);
      const { etag } = await fixture.truth();
      const [epoch = '', revision = ''] = opaqueTag(etag).split('-');
      const now = Number(revision);
      for (const said of [now, now, now - 2, now + 1_000_000, 1].toSorted(() => Math.random() - 0.5))
        if (round % 3 > 0) ring(said, epoch);
      ring(now, 'another');
      ring('nonsense', epoch);
      nats.publish(SUBJECTS.flagUpdated.subject(id), 'not even JSON');
    }
    await fixture.expectEqual(clients);
    expect(clients.map(({ snapshots }) => snapshots)).toEqual([1, 1, 1]);
    await nats.close();
    await cluster.link('flags-admin', 'nats').pass();
  });

  it('F26: a replica that is cut off from NATS: its streams receive changes, and its reads are fresh', async () => {
    const [cut, others] = [fixture.client([urls()[0]!]), fixture.client([urls()[1]!])];
    await untilOpen([cut, others]);
    await cluster.link('sdk-gateway-1', 'nats').refuse();
    for (let round = 0; round < 3; round++) {
      await fixture.changes(1);
      expect(await fixture.truth(0)).toEqual(await fixture.truth(1));
      await fixture.expectEqual([cut, others]);
    }
    await cluster.link('sdk-gateway-1', 'nats').pass();
  });
});

describe('F30: a Last-Event-ID that cannot be resumed from gets a snapshot', () => {
  it.each([
    ['too old: no longer in the log', () => '-1', (text: string) => text],
    ['of the future', (now: number) => `-${now + 1_000}`, (text: string) => text],
    ['of another epoch', () => '-1', () => 'another'],
    ['garbage', () => '', () => '"; drop table flags --'],
    ['a revision that is no number', () => '-x', (text: string) => text],
    ['binary', () => '', () => '%00%ff'],
  ])('%s: 200, a snapshot, then what changes', async (_, revision, epoch) => {
    await fixture.changes(3);
    const { etag, flags } = await fixture.truth();
    const [nowEpoch = '', now = ''] = opaqueTag(etag).split('-');
    const database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
    await database.query('delete from flags.outbox where environment_id = $1 and revision < $2', [
      fixture.project.development.id,
      now,
    ]);
    await database.end();
    const reader = await listen(cluster.gateways[2]!, { 'last-event-id': epoch(nowEpoch) + revision(Number(now)) });
    const snapshot = await reader.until(({ event }) => event === 'snapshot');
    expect(snapshot).toMatchObject({ id: `${nowEpoch}-${now}`, data: { revision: Number(now), flags } });
    await fixture.changes(1);
    await reader.ofRevision(Number(now) + 1);
    expect(reader.events.map(({ event }) => event)).toEqual(['ready', 'snapshot', 'flag_updated']);
  });
});

describe('keys', () => {
  it('F33: a key that is rotated: 401 at once on every replica, and its streams end', async () => {
    const own = await StreamFixture.in(cluster);
    const { id, owner, development } = own.project;
    const streams = await Promise.all(cluster.gateways.map((gateway) => gateway.stream('/api/v1/stream', own.key)));
    // Without NATS this replica has to find out from Postgres.
    await cluster.link('sdk-gateway-2', 'nats').refuse();
    const path = `/api/projects/${id}/environments/${development.id}/rotate-sdk-key`;
    const { body } = await retryUnavailable(() => owner.client.post(path));
    for (const gateway of cluster.gateways) expect((await gateway.get('/api/v1/flags', own.key)).status).toBe(401);
    await Promise.all(streams.map((stream) => stream.untilEnd()));
    await cluster.link('sdk-gateway-2', 'nats').pass();

    const newKey = { 'x-sdk-key': body.sdk_key as string };
    const graced = await cluster.gateways[0]!.stream('/api/v1/stream', newKey);
    const startedAt = performance.now();
    await owner.client.post(path, { grace_seconds: 2 });
    await graced.untilEnd();
    const lasted = performance.now() - startedAt;
    expect(lasted).toBeGreaterThan(1_500);
    expect((await cluster.gateways[0]!.get('/api/v1/stream', newKey)).status).toBe(401);
  });
});

describe('without Postgres', () => {
  it('new streams begin with the last known good flag set; what cannot be resumed from is 503, and no stream goes back', async () => {
    const [gateway] = cluster.gateways as [TestClient];
    await fixture.changes(2);
    const { etag, flags } = await fixture.truth();
    const [epoch = '', now = ''] = opaqueTag(etag).split('-');
    const open = await listen(gateway, { 'last-event-id': `${epoch}-${now}` });
    await open.until(({ event }) => event === 'ready');
    await cluster.postgres.kill();
    try {
      const fresh = await listen(gateway);
      expect(fresh.response.headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
      expect(await fresh.until(() => true)).toMatchObject({ event: 'ready', id: `${epoch}-${now}` });
      const asked = await listen(gateway, {}, '?snapshot=true');
      expect(await asked.until(({ event }) => event === 'snapshot')).toMatchObject({ data: { flags } });
      const behind = await listen(gateway, { 'last-event-id': `${epoch}-1` });
      expect(await behind.until(({ event }) => event !== 'ready')).toMatchObject({ id: `${epoch}-${now}` });
      for (const place of [`${epoch}-${Number(now) + 1}`, 'another-1', 'garbage']) {
        const refused = await gateway.get('/api/v1/stream', { ...fixture.key, 'last-event-id': place });
        expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
      const unknown = await gateway.get('/api/v1/stream', { 'x-sdk-key': fixture.project.production.sdk_key });
      expect(unknown.status).toBe(503);
      expect(open.ended).toBe(false);
    } finally {
      await cluster.postgres.start();
    }
    await eventually(() => fixture.changes(1));
    await Promise.all(readers.map((reader) => reader.ofRevision(Number(now) + 1)));
  });
});

describe('file descriptors', () => {
  it('F36: at the limit: streams live, new ones are refused, reads go on; then health is red, and turns green again', async () => {
    const gateway = cluster.services['sdk-gateway-3']!;
    const client = cluster.gateways[2]!;
    const before = await listen(client);
    await before.until(({ event }) => event === 'ready');
    const { soft } = /Max open files\s+(?<soft>\d+)/.exec(
      execFileSync('cat', [`/proc/${gateway.pid}/limits`]).toString(),
    )!.groups!;
    execFileSync('prlimit', ['--pid', String(gateway.pid), '--nofile=256:']);
    const idle: Socket[] = [];
    try {
      await eventually(async () =>
        expect(await (await fetch(`${gateway.opsUrl}/metrics`)).text()).toMatch(/^burgee_sse_connections_limit 160$/m),
      );
      const clients = Array.from({ length: 200 }, () => fixture.client([gateway.url], { keepsFlags: false }));
      const opened = () => clients.filter((client) => client.isOpen).length;
      // 256 less 64 for itself; of 192 connections 160 may be streams, a third of them of one key, and one was open already.
      await eventually(() => {
        expect(opened()).toBe(53);
        expect(clients.filter(({ refused }) => refused > 0).length).toBeGreaterThanOrEqual(120);
      });
      const refused = await client.get('/api/v1/stream', fixture.key);
      expect([refused.status, refused.body.code]).toEqual([503, 'streams_busy']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect((await client.get('/api/v1/flags', fixture.key)).status).toBe(200);
      expect((await client.get('/readyz')).status).toBe(200);

      const { hostname, port } = new URL(gateway.url);
      for (let i = 0; i < 128; i++) idle.push(dial(Number(port), hostname).on('error', () => undefined));
      await eventually(async () => expect((await client.get('/readyz')).status).toBe(503));
      const { etag } = await fixture.truth(0);
      await fixture.changes(1);
      await before.ofRevision(Number(opaqueTag(etag).split('-')[1]) + 1);
      expect(opened()).toBe(53);
    } finally {
      execFileSync('prlimit', ['--pid', String(gateway.pid), `--nofile=${soft}:`]);
      for (const socket of idle) socket.destroy();
    }
    await eventually(async () => expect((await client.get('/readyz')).status).toBe(200));
  });
});
