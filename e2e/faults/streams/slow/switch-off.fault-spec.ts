import { eventually, retryUnavailable, startTestCluster, type TestCluster, TestClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StreamFixture, untilOpen } from '../stream-fixture.js';

const STREAMS = 2_000;

let cluster: TestCluster;
let fixture: StreamFixture;
let path: string;

beforeAll(async () => {
  cluster = await startTestCluster({ sdkGateways: 2 });
  fixture = await StreamFixture.in(cluster);
  const { id, owner, development } = fixture.project;
  const links = `/api/projects/${id}/environments/${development.id}/switch-off-links`;
  ({ path } = (await owner.client.post(links, { name: 'Errors', flag_id: fixture.flag.id })).body);
}, 60_000);
afterAll(async () => {
  fixture?.leave();
  await cluster?.stop();
});

/** Switches the flag on, waits for all streams, and calls the link. @returns its answer, once every stream has the change */
async function switchOff(clients: readonly { position: { revision: number } | undefined }[]) {
  const { owner } = fixture.project;
  const revisionOf = async () => {
    const { body } = await owner.client.get(`/api/environments/${fixture.project.development.id}/history`);
    return body.revision as number;
  };
  const untilAllHave = (revision: number) =>
    eventually(() => {
      const behind = clients.filter(({ position }) => (position?.revision ?? 0) < revision);
      expect(behind.length).toBe(0);
    }, 60_000);
  await retryUnavailable(() => owner.client.patch(`${fixture.valuePath}/toggle`, { is_enabled: true }));
  const before = await revisionOf();
  await untilAllHave(before);
  const answer = await retryUnavailable(() => new TestClient(cluster.url).post(path, { status: 'firing' }));
  await untilAllHave(before + 1);
  expect(await revisionOf()).toBe(before + 1);
  return answer.body;
}

describe('a call of a switch-off link with 2,000 open streams', () => {
  it('reaches every stream, also with Redis and NATS down, and its answer counts them', async () => {
    const bases = cluster.gateways.map(({ base }) => base);
    const clients = Array.from({ length: STREAMS }, () => fixture.client(bases, { keepsFlags: false }));
    await untilOpen(clients, 120_000);
    // Until flags-admin has the counts of both gateways.
    await eventually(async () => {
      const { clients: counted, is_resolved } = await switchOff(clients);
      expect({ is_resolved, counted }).toEqual({
        is_resolved: false,
        counted: { total: STREAMS, have_it: STREAMS, not_yet: 0, complete: true },
      });
    }, 60_000);
    await Promise.all([cluster.redis.kill(), cluster.nats.kill()]);
    const { message, clients: unknown } = await switchOff(clients);
    expect(message).toContain('NATS is down');
    expect(unknown).toEqual({ total: STREAMS, have_it: 0, not_yet: STREAMS, complete: false });
    expect(clients.flatMap(({ violations }) => violations)).toEqual([]);
    expect(clients.filter(({ isOpen }) => !isOpen)).toEqual([]);
  });
});
