// oxlint-disable jest/no-standalone-expect -- what several fault tests expect
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ServiceResponse,
  checkReads,
  type TestClusterOptions,
  AWAITED_MILLISECONDS,
  eventually,
  retryUnavailable,
  type ReadRecord,
  type WriteRecord,
} from '@burgee/testing';
import { expect } from '@jest/globals';
import { call, closeConnections } from './call.js';
import { FaultFixture } from './fault-fixture.js';

/** The clients' results during a fault. Times in milliseconds. */
export interface Traffic {
  reads: (ReadRecord & { status: number })[];
  writes: WriteRecord[];
  /** Writes that were not answered 200. */
  refused: ServiceResponse[];
}

/** Promised are 0.5 s. No test judges speed: longer than this is an answer that waits for what is broken. */
export const READ_WITHIN_MILLISECONDS = 5_000;
/** Promised are 2.5 s. */
export const WRITE_WITHIN_MILLISECONDS = 10_000;
/** Limits concurrency: on a slow machine the test would otherwise measure its own queue. */
const READS_UNDER_WAY_AT_MOST = 100;

interface StatusPage {
  dependencies: Record<string, { state: string }>;
}

/** Clients that read the flag, and a client that toggles it; every toggle makes the next revision. */
export class ReadFixture extends FaultFixture {
  /** What the environment holds at each revision. */
  private readonly contents = new Map<number, string>();
  private first = 0;
  private revision = 0;

  static start(options: TestClusterOptions = {}): Promise<ReadFixture> {
    return FaultFixture.of({ sdkGateways: 2, ...options }, async (...made) => {
      const fixture = new ReadFixture(...made);
      await fixture.readPosition();
      // Every replica has a last known good answer, in any order of the tests.
      await fixture.readAllFresh();
      return fixture;
    });
  }

  get position(): { environmentId: string; epoch: string; revision: number } {
    return { environmentId: this.project.development.id, epoch: this.epoch, revision: this.revision };
  }

  private epoch = '';

  /** Takes the environment as it is now for the beginning. */
  async readPosition(): Promise<void> {
    const { headers, body } = await this.readFresh();
    const [epoch = '', revision] = /^W\/"(\w+)-(\d+)"$/.exec(String(headers.etag))?.slice(1) ?? [];
    this.epoch = epoch;
    this.first = this.revision = Number(revision);
    this.contents.clear();
    this.contents.set(this.first, String(body[0].is_enabled));
  }

  readAll(): Promise<ServiceResponse[]> {
    return Promise.all(this.cluster.gateways.map((_, replica) => this.read(replica)));
  }

  toggle(isEnabled: boolean): Promise<ServiceResponse> {
    return this.project.owner.client.patch(`${this.valuePath}/toggle`, { is_enabled: isEnabled });
  }

  /** An edit of the other kind: it evicts the cached flag set instead of replacing it. */
  async edit(rollout: number): Promise<void> {
    await retryUnavailable(() => this.project.owner.client.patch(this.valuePath, { rollout_percentage: rollout }));
    this.revision++;
    this.contents.set(this.revision, this.contents.get(this.revision - 1) as string);
  }

  /**
   * Toggles and, as soon as each write has returned, reads on every replica. A write may be refused, and is repeated, where a
   * busy machine made Postgres slow.
   */
  async expectFreshReads(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const isEnabled = this.contents.get(this.revision) === 'false';
      const refused: ServiceResponse[] = [];
      await retryUnavailable(async () => {
        const answer = await this.toggle(isEnabled);
        if (answer.status !== 200) refused.push(answer);
        return answer;
      });
      this.expectRefusedByPostgres(refused);
      this.revision++;
      this.contents.set(this.revision, String(isEnabled));
      for (const answer of await this.readAllFresh()) expect(answer.body[0].is_enabled).toBe(isEnabled);
    }
  }

  /** Every replica gives its last known good answer, marked as stale. */
  async expectStaleReads(): Promise<void> {
    for (const replica of this.cluster.gateways.keys()) {
      const startedAt = performance.now();
      const answer = await this.read(replica);
      expect(performance.now() - startedAt).toBeLessThan(READ_WITHIN_MILLISECONDS);
      expect(answer.status).toBe(200);
      expect(answer.headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
      expect(answer.body[0].key).toBe(this.flag.key);
    }
  }

  /** Unaided, writes are taken and every replica answers fresh. Promised are 10 s. */
  async expectRecovery(): Promise<void> {
    await eventually(async () => {
      const answers = await this.readAll();
      expect(answers.map(({ headers }) => headers['burgee-freshness'])).toEqual(answers.map(() => undefined));
      const now = answers[0]!.body[0].is_enabled as boolean;
      expect((await this.toggle(!now)).status).toBe(200);
    });
    await this.readPosition();
    await this.expectFreshReads(3);
  }

  /** Up to 200 reads a second across all replicas, and `togglesPerSecond`, until the callback resolves. */
  async traffic(meanwhile: (traffic: Traffic) => Promise<unknown>, togglesPerSecond = 5): Promise<Traffic> {
    const traffic: Traffic = { reads: [], writes: [], refused: [] };
    const end = new AbortController();
    const reading: Promise<void>[] = [];
    const timer = setInterval(() => {
      if (reading.length - traffic.reads.length < READS_UNDER_WAY_AT_MOST)
        reading.push(this.readInto(traffic, reading.length % this.cluster.gateways.length));
    }, 5);
    const writing = (async () => {
      for (; !end.signal.aborted; await delay(1000 / togglesPerSecond)) await this.toggleInto(traffic);
    })();
    try {
      await meanwhile(traffic);
    } finally {
      end.abort();
      clearInterval(timer);
      await Promise.all([writing, ...reading]);
    }
    return traffic;
  }

  /** Resolves when `count` reads of this traffic and one of its writes, all begun from now on, were fresh and taken. */
  async untilFresh({ reads, writes }: Traffic, count = 50): Promise<void> {
    const startedAt = performance.now();
    await eventually(() => {
      const fresh = reads.filter(({ begin, stale }) => begin >= startedAt && !stale);
      const taken = writes.filter(({ begin }) => begin >= startedAt);
      if (fresh.length < count || taken.length === 0)
        throw new Error(`${fresh.length} reads were fresh, ${taken.length} writes taken`);
    });
  }

  private async toggleInto(traffic: Traffic): Promise<void> {
    const isEnabled = this.contents.get(this.revision) === 'false';
    const begin = performance.now();
    const answer = await this.toggle(isEnabled);
    if (answer.status === 200) {
      this.revision++;
      this.contents.set(this.revision, String(isEnabled));
      traffic.writes.push({ id: String(this.revision), begin, end: performance.now(), revision: this.revision });
    } else traffic.refused.push(answer);
  }

  private async readInto(traffic: Traffic, index: number): Promise<void> {
    const url = `${this.cluster.gateways[index]!.base}/api/v1/flags`;
    const begin = performance.now();
    const answer = await call(url, { headers: this.key, withinMs: 2 * READ_WITHIN_MILLISECONDS });
    const status = answer?.status ?? 0;
    traffic.reads.push({
      replica: `sdk-gateway-${index + 1}`,
      begin,
      end: performance.now(),
      revision: Number(/-(\d+)"$/.exec(String(answer?.headers.etag))?.[1]),
      stale: answer?.headers['burgee-freshness'] !== undefined,
      content: String(status === 200 && (JSON.parse(answer!.text) as { is_enabled: boolean }[])[0]?.is_enabled),
      status,
    });
  }

  /**
   * A busy machine makes Postgres too slow for some writes. Each of these was refused for that: a service logged an error
   * for it, and not one of Redis or NATS, which no write may wait for.
   */
  private expectRefusedByPostgres(refused: readonly ServiceResponse[]): void {
    if (refused.length === 0) return;
    const lines = Object.values(this.cluster.services).flatMap(({ logFile }) =>
      readFileSync(logFile, 'utf8').split('\n'),
    );
    const unexplained = refused.filter(({ status, headers }) => {
      const about = lines.filter((line) => line.includes(`${headers['x-request-id']}`) && line.includes('"exception"'));
      return status !== 503 || about.length === 0 || about.some((line) => /redis|nats/i.test(line));
    });
    expect(unexplained.map(({ status, text }) => ({ status, text }))).toEqual([]);
  }

  /** Every read got 200 without a wait for the broken part. */
  expectAnswered({ reads }: Traffic): void {
    expect(reads.filter(({ status }) => status !== 200).slice(0, 3)).toEqual([]);
    expect(reads.filter(({ begin, end }) => end - begin > READ_WITHIN_MILLISECONDS).slice(0, 3)).toEqual([]);
  }

  /**
   * All reads were answered, writes were taken unless Postgres was slow, and a fresh read gives what had been
   * acknowledged before it. A read may be stale where Postgres took more than 0.3 s to answer, which a busy machine makes
   * happen now and then: `untilFresh` says that they become fresh.
   */
  expectFresh(traffic: Traffic): void {
    const { reads, writes, refused } = traffic;
    this.expectRefusedByPostgres(refused);
    expect(writes.length).toBeGreaterThan(0);
    this.expectAnswered(traffic);
    const { first, contents } = this;
    // Writes of earlier traffic have long been acknowledged.
    const before: WriteRecord[] = [...contents.keys()]
      .filter((revision) => revision > first && !writes.some((write) => write.revision === revision))
      .map((revision) => ({ id: `${revision}`, begin: -1, end: 0, revision }));
    expect(checkReads({ environment: 'development', first, writes: [...before, ...writes], reads, contents })).toEqual(
      [],
    );
  }

  /** Resolves when every replica of the sdk-gateway, and flags-admin, say that this engine is up, or down. */
  async until(
    engine: 'postgres' | 'redis' | 'nats',
    state: 'up' | 'down',
    withinMs = AWAITED_MILLISECONDS,
  ): Promise<void> {
    const services = Object.values(this.cluster.services).filter(({ name }) => /^(sdk-gateway|flags-admin)/.test(name));
    await eventually(async () => {
      for (const { opsUrl } of services) {
        const { dependencies } = (await (await fetch(`${opsUrl}/status`)).json()) as StatusPage;
        expect(dependencies[engine]?.state).toBe(state);
      }
    }, withinMs);
  }

  /** Counts loads of an environment's flags from Postgres; needs `COUNTING_POSTGRES`. */
  async loads(): Promise<number> {
    const [row] = await this.query<{ calls: number }>(
      `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like '%from sdk_read.flag_set_v2%'`,
    );
    return row!.calls;
  }

  override stop(): Promise<void> {
    closeConnections();
    return super.stop();
  }
}

/** Makes Postgres count its queries. */
export const COUNTING_POSTGRES = ['shared_preload_libraries=pg_stat_statements'];
