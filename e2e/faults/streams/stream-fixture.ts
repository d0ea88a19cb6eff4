import assert from 'node:assert/strict';
import {
  aFlag,
  aProject,
  AWAITED_MILLISECONDS,
  type TestCluster,
  eventually,
  retryUnavailable,
  StreamClient,
  type StreamClientOptions,
} from '@burgee/testing';
import { FaultFixture } from '../fault-fixture.js';

/** A project with a flag, and clients of its first environment that are stopped all at once. */
export class StreamFixture extends FaultFixture {
  private readonly clients: StreamClient[] = [];
  private isOn = false;

  static async in(cluster: TestCluster, flag: object = {}): Promise<StreamFixture> {
    const project = await aProject(cluster.url);
    return new StreamFixture(cluster, project, await aFlag(project, flag));
  }

  /** A client that tries these addresses in turn. Default: the public address. */
  client(bases: string[] = [this.cluster.url], options: Partial<StreamClientOptions> = {}): StreamClient {
    let turn = Math.floor(Math.random() * bases.length);
    const base = () => bases[turn++ % bases.length] ?? '';
    const client = new StreamClient({ base, sdkKey: this.project.development.sdk_key, ...options }).start();
    this.clients.push(client);
    return client;
  }

  /** Toggles the flag so often, one time after the other. @throws when a change is refused; what was changed before stays */
  async changes(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const body = { is_enabled: !this.isOn };
      await retryUnavailable(() => this.project.owner.client.patch(`${this.valuePath}/toggle`, body));
      this.isOn = !this.isOn;
    }
  }

  /** What GET answers: the flags, and the position in their history. */
  async truth(gateway = 0): Promise<{ flags: unknown; etag: string }> {
    const { body, headers } = await this.readFresh(gateway);
    return { flags: body, etag: String(headers.etag) };
  }

  /** Every client's copy is what GET answers, and none of them was ever told anything but the next change. */
  async expectEqual(clients: readonly StreamClient[] = this.clients, withinMs = AWAITED_MILLISECONDS): Promise<void> {
    const { flags, etag } = await this.truth();
    await eventually(() => {
      for (const { position, copy, violations } of clients) {
        assert.deepEqual(violations, []);
        assert.equal(`W/"${position?.epoch}-${position?.revision}"`, etag);
        assert.deepEqual(copy, flags);
      }
    }, withinMs);
  }

  leave(): void {
    for (const client of this.clients.splice(0)) client.stop();
  }
}

export async function untilOpen(clients: readonly StreamClient[], withinMs = AWAITED_MILLISECONDS): Promise<void> {
  await eventually(() => assert.equal(clients.filter((client) => !client.isOpen).length, 0), withinMs);
}
