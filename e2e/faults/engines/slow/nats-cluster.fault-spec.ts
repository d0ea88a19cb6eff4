import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServer, freePorts, ManagedProcess, portOpens, programsDir, silently } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from '../../outbox-fixture.js';
import { expectFreshWithoutNats, expectNotifications, natsAccordingTo, openStreams } from '../../without-nats.js';

const OF_NATS = ['flags-admin-1', 'flags-admin-2', 'audit', 'sdk-gateway-1', 'sdk-gateway-2'];

let fixture: OutboxFixture;
let folder: string;
let servers: ManagedProcess[] = [];

/** Three servers of one cluster, with the users of the fixture's own, which stops. @returns the ports for clients */
async function startCluster(): Promise<number[]> {
  let users = '';
  await fixture.cluster.nats.reload((text) => (users = text));
  await fixture.cluster.nats.stop();
  const [program, ports] = await Promise.all([findServer('nats', programsDir(), { report: silently }), freePorts(6)]);
  const [clients, routes] = [ports.slice(0, 3), ports.slice(3)];
  servers = clients.map((port, index) => {
    const file = join(folder, `${index}.conf`);
    const own = users
      .replace(/^listen: .*$/m, `listen: "127.0.0.1:${port}"`)
      .replace(/^server_name: .*$/m, `server_name: "nats-${index}"`);
    const addresses = routes.map((route) => JSON.stringify(`nats://127.0.0.1:${route}`));
    writeFileSync(
      file,
      `${own}\ncluster: { name: "c", listen: "127.0.0.1:${routes[index]}", routes: [${addresses}] }\n`,
    );
    return new ManagedProcess(
      {
        name: `nats-${index}`,
        command: program.command,
        args: ['-c', file],
        env: program.env,
        cwd: folder,
        logFile: join(folder, `${index}.log`),
        stopSignal: 'SIGTERM',
        ready: () => portOpens(port),
      },
      { restart: false },
    );
  });
  await Promise.all(servers.map((server) => server.start()));
  return clients;
}

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 2, flagsAdmins: 2, links: false });
  folder = mkdtempSync(join(tmpdir(), 'burgee-nats-'));
  const ports = await startCluster();
  for (const [index, name] of OF_NATS.entries()) {
    const service = fixture.cluster.services[name]!;
    const { username, password } = new URL(service.setting('NATS_URL'));
    // Each client starts at another server, so that every server has clients.
    const hosts = ports.map((_, turn) => `127.0.0.1:${ports[(turn + index) % ports.length]}`);
    await service.stop();
    await service.start({ NATS_URL: `nats://${username}:${password}@${hosts.join(',')}` });
  }
}, 120_000);
afterAll(async () => {
  await fixture?.stop();
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe('a cluster of three NATS', () => {
  it('F43: each in turn is killed and comes back: no change is lost, on no stream and in no audit trail', async () => {
    const streams = await openStreams(fixture);
    await expectNotifications(fixture, streams);
    for (const server of servers) {
      process.kill(server.pid, 'SIGKILL');
      await expectFreshWithoutNats(fixture, streams, 3_000);
      await eventually(
        async () => expect(new Set(await natsAccordingTo(fixture))).toEqual(new Set(['up'])),
        30_000,
        100,
      );
      await expectNotifications(fixture, streams);
      await server.start();
    }
    for (const stream of streams) stream.close();
    await fixture.expectAuditComplete();
  });
});
