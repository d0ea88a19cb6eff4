// oxlint-disable jest/no-standalone-expect -- what several fault tests expect
import {
  aFlag,
  type ServiceResponse,
  aProject,
  eventually,
  FaultProxy,
  type Flag,
  type Project,
  type RunningEdge,
  startEdge,
  startTestCluster,
  type StreamReader,
  type TestCluster,
  TestClient,
} from '@burgee/testing';
import { expect } from '@jest/globals';
import { toggle } from '../interface/flag-calls.js';

/** A Burgee of its own that can be broken, an edge behind a wire, and an edge behind that edge. */
export class UpstreamFixture {
  private readonly streams: StreamReader[] = [];

  private constructor(
    readonly cluster: TestCluster,
    readonly project: Project,
    readonly flag: Flag,
    readonly wire: FaultProxy,
    readonly edges: readonly [RunningEdge, RunningEdge],
  ) {}

  static async start(): Promise<UpstreamFixture> {
    const cluster = await startTestCluster({ sdkGateways: 2 });
    const project = await aProject(cluster.url);
    const flag = await aFlag(project);
    const wire = await FaultProxy.to(Number(new URL(cluster.gateways[0]!.base).port));
    const SDK_KEYS = project.development.sdk_key;
    const first = await startEdge({ UPSTREAM_URLS: `http://127.0.0.1:${wire.port}`, SDK_KEYS });
    const second = await startEdge({ UPSTREAM_URLS: first.url, SDK_KEYS });
    return new UpstreamFixture(cluster, project, flag, wire, [first, second]);
  }

  get urls(): string[] {
    return this.edges.map(({ url }) => url);
  }

  get gateway(): string {
    return this.cluster.gateways[0]!.base;
  }

  read(base: string, headers: Record<string, string> = {}): Promise<ServiceResponse> {
    return new TestClient(base).get('/api/v1/flags', { 'x-sdk-key': this.project.development.sdk_key, ...headers });
  }

  /** @param what behind the address of all flags: a query, or the key of one */
  decide(base: string, what = '', headers: Record<string, string> = {}): Promise<ServiceResponse> {
    const key = { 'x-api-key': this.project.development.client_key };
    const context = { targetingKey: 'user-1' };
    return new TestClient(base).post(`/ofrep/v1/evaluate/flags${what}`, { context }, { ...key, ...headers });
  }

  async listen(base: string): Promise<StreamReader> {
    const client = new TestClient(base);
    const stream = await client.stream('/api/v1/stream', { 'x-sdk-key': this.project.development.sdk_key });
    this.streams.push(stream);
    return stream;
  }

  closeStreams(): void {
    for (const stream of this.streams.splice(0)) stream.close();
  }

  /** Switches the flag over. @returns what the write answered as its position */
  async flip(): Promise<string> {
    const { owner, development } = this.project;
    const isEnabled = await this.isEnabled();
    const { headers } = await eventually(async () => {
      const answer = await toggle(owner, this.flag, development, !isEnabled);
      expect(answer.status).toBe(200);
      return answer;
    });
    return String(headers['burgee-position']);
  }

  /** Of the gateway that no edge follows. */
  async isEnabled(): Promise<boolean> {
    const { body } = await this.read(this.cluster.gateways[1]!.base);
    return body[0].is_enabled as boolean;
  }

  /** Every edge marks its answers as stale, and answers what it had. */
  async expectStale(tag: string, urls = this.urls, withinMs?: number): Promise<void> {
    for (const url of urls)
      await eventually(async () => {
        const { status, headers } = await this.read(url);
        expect([status, headers.etag]).toEqual([200, tag]);
        expect(headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
      }, withinMs);
  }

  /** Every edge answers what the gateway does, unmarked. @returns its tag */
  async expectCurrent(urls = this.urls): Promise<string> {
    return eventually(async () => {
      const there = await this.read(this.gateway);
      expect(there.headers['burgee-freshness']).toBeUndefined();
      for (const url of urls) {
        const here = await this.read(url);
        expect([here.text, here.headers.etag, here.headers['burgee-freshness']]).toEqual([
          there.text,
          there.headers.etag,
          undefined,
        ]);
      }
      return String(there.headers.etag);
    });
  }

  async stop(): Promise<void> {
    this.closeStreams();
    for (const edge of this.edges) await edge.stop();
    await this.wire.close();
    await this.cluster.stop();
  }
}
