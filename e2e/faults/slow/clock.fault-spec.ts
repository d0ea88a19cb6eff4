import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { programsDir, unpackDebianPackage } from '@burgee/launcher';
import { eventually, PASSWORD, TestClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReadFixture } from '../read-fixture.js';

const CLOCKS: Record<string, string> = {
  'sdk-gateway-1': '+1h',
  'sdk-gateway-2': '-1h',
  'flags-admin': '+1h',
  audit: '-1h',
};
const HOUR_MS = 3_600_000;

let fixture: ReadFixture;

/** A library that shows a process another time of day; the clock that only goes forward is left alone. */
async function clockShiftedBy(shift: string): Promise<Record<string, string>> {
  const root = await unpackDebianPackage(programsDir(), 'libfaketime');
  const file = readdirSync(root, { recursive: true }).find((name) => String(name).endsWith('libfaketimeMT.so.1'));
  return { LD_PRELOAD: join(root, String(file)), FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

beforeAll(async () => {
  fixture = await ReadFixture.start();
  await Promise.all(
    Object.entries(CLOCKS).map(async ([name, shift]) => {
      const settings = await clockShiftedBy(shift);
      await fixture.cluster.services[name]!.kill();
      await fixture.cluster.services[name]!.start(settings);
    }),
  );
  for (const engine of ['redis', 'nats'] as const) await fixture.until(engine, 'up');
}, 120_000);
afterAll(() => fixture?.stop());

describe('F34: clocks that are an hour off, each its own way', () => {
  it('reach the services', async () => {
    for (const [replica, hours] of [1, -1].entries()) {
      const ticket = await fixture.cluster.gateways[replica]!.post('/api/v1/stream/ticket', undefined, fixture.key);
      expect(Math.abs(Date.parse(ticket.body.expires_at) - Date.now() - hours * HOUR_MS)).toBeLessThan(60_000);
    }
  });

  it('change nothing about reads, the order of events, and the audit log', async () => {
    const streams = await Promise.all(fixture.cluster.gateways.map((one) => one.stream('/api/v1/stream', fixture.key)));
    await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'ready')));
    const first = fixture.position.revision;
    await fixture.expectFreshReads(20);
    for (const stream of streams) {
      await stream.ofRevision(fixture.position.revision);
      const revisions = stream.events.filter(({ event }) => event === 'flag_updated').map(({ data }) => data.revision);
      expect(revisions).toEqual(Array.from({ length: 20 }, (_, i) => first + 1 + i));
      stream.close();
    }
    await eventually(async () => {
      const path = `/api/flags/${fixture.flag.id}/audit?limit=1000`;
      const entries = (await fixture.project.owner.client.get(path)).body.toReversed() as {
        action: string;
        old_values: object;
        new_values: object;
        created_at: string;
      }[];
      const toggles = entries.filter(({ action }) => action === 'flag_toggle');
      expect(toggles).toHaveLength(20);
      expect(toggles.slice(1).map((entry) => entry.old_values)).toEqual(
        toggles.slice(0, -1).map((entry) => entry.new_values),
      );
      for (const entry of toggles)
        expect(Math.abs(Date.parse(entry.created_at) - Date.now())).toBeLessThan(HOUR_MS / 2);
    });
  });

  it('change nothing about sessions, old ones and new ones: Postgres says what time it is', async () => {
    expect((await fixture.project.owner.client.get(`/api/projects/${fixture.project.id}`)).status).toBe(200);
    const again = new TestClient(fixture.cluster.url);
    const { email } = fixture.project.owner;
    expect((await again.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
    for (const path of [`/api/projects/${fixture.project.id}`, `/api/projects/${fixture.project.id}/audit`])
      expect((await again.get(path)).status).toBe(200);
    expect((await again.post('/api/auth/logout')).status).toBe(200);
    expect((await again.get(`/api/projects/${fixture.project.id}`)).status).toBe(401);
  });

  it('do not change the reported age of answers without Postgres', async () => {
    fixture.cluster.postgres.pause();
    for (const answer of await fixture.readAll())
      expect(Number(/age=(\d+)/.exec(String(answer.headers['burgee-freshness']))?.[1])).toBeLessThan(60);
    fixture.cluster.postgres.resume();
    await fixture.expectRecovery();
  });
});
