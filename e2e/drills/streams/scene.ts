import assert from 'node:assert/strict';
import {
  aFlag,
  aProject,
  type DrillHouse,
  eventually,
  type Flag,
  type Project,
  StreamClient,
  type StreamClientOptions,
} from '@burgee/testing';

/** A project with a flag, and clients of its first environment that are stopped all at once. */
export class StreamScene {
  private readonly clients: StreamClient[] = [];
  private isOn = false;

  private constructor(
    readonly house: DrillHouse,
    readonly project: Project,
    readonly flag: Flag,
  ) {}

  static async in(house: DrillHouse, flag: object = {}): Promise<StreamScene> {
    const project = await aProject(house.url);
    return new StreamScene(house, project, await aFlag(project, flag));
  }

  get key(): { 'x-sdk-key': string } {
    return { 'x-sdk-key': this.project.development.sdk_key };
  }

  /** A client that goes to these addresses in turn; without any, to the public one. */
  client(bases: string[] = [this.house.url], options: Partial<StreamClientOptions> = {}): StreamClient {
    let turn = Math.floor(Math.random() * bases.length);
    const base = () => bases[turn++ % bases.length] ?? '';
    const client = new StreamClient({ base, sdkKey: this.project.development.sdk_key, ...options }).start();
    this.clients.push(client);
    return client;
  }

  /** Toggles the flag so often, one time after the other. @throws when a change is refused; what was changed before stays */
  async changes(count: number): Promise<void> {
    const path = `/api/flags/${this.flag.id}/environments/${this.project.development.id}/toggle`;
    for (let i = 0; i < count; i++) {
      const answer = await this.project.owner.visitor.patch(path, { is_enabled: !this.isOn });
      if (answer.status !== 200) throw new Error(`PATCH answered ${answer.status}: ${answer.text}`);
      this.isOn = !this.isOn;
    }
  }

  /** What GET answers: the flags, and the place in their history. */
  async truth(gateway = 0): Promise<{ flags: unknown; etag: string }> {
    const { status, body, headers } = await this.house.gateways[gateway]!.get('/api/v1/flags', this.key);
    assert.equal(status, 200);
    return { flags: body, etag: String(headers.etag) };
  }

  /** Resolves when every replica answers fresh again. */
  async untilFresh(): Promise<void> {
    for (const gateway of this.house.gateways)
      await eventually(async () => {
        const { status, headers } = await gateway.get('/api/v1/flags', this.key);
        assert.deepEqual([status, headers['burgee-freshness']], [200, undefined]);
      });
  }

  /** Every client's copy is what GET answers, and none of them was ever told anything but the next change. */
  async expectEqual(clients: readonly StreamClient[] = this.clients, withinMs = 2_000): Promise<void> {
    const { flags, etag } = await this.truth();
    await eventually(() => {
      for (const { place, copy, violations } of clients) {
        assert.deepEqual(violations, []);
        assert.equal(`"${place?.epoch}-${place?.revision}"`, etag);
        assert.deepEqual(copy, flags);
      }
    }, withinMs);
  }

  leave(): void {
    for (const client of this.clients.splice(0)) client.stop();
  }
}

export async function untilOpen(clients: readonly StreamClient[], withinMs = 10_000): Promise<void> {
  await eventually(() => assert.equal(clients.filter((client) => !client.isOpen).length, 0), withinMs);
}
