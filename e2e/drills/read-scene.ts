// oxlint-disable jest/no-standalone-expect -- what several drills expect
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  aFlag,
  type Answer,
  aProject,
  checkReads,
  type DrillHouse,
  type DrillOptions,
  eventually,
  type Flag,
  percentile,
  type Project,
  type ReadRecord,
  startDrillHouse,
  type WriteRecord,
} from '@burgee/testing';
import { expect } from '@jest/globals';
import pg from 'pg';
import { CALLER, Crowding } from './crowding.js';

/** What callers saw while something failed. Times in milliseconds. */
export interface Traffic {
  reads: (ReadRecord & { status: number })[];
  writes: WriteRecord[];
  /** Statuses of writes that were not 200. */
  refused: number[];
}

/** Of all reads. */
const JUDGED_AT_LEAST = 0.2;
const JUDGEABLE_WITHIN_MILLISECONDS = 10_000;

interface StatusPage {
  dependencies: Record<string, { state: string }>;
}

/** A house with one project and one flag, its callers, and one who toggles; every toggle makes the next revision. */
export class ReadScene {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 200 });
  /** What the environment holds at each revision. */
  private readonly contents = new Map<number, string>();
  private first = 0;
  private revision = 0;
  private readonly crowding = new Crowding(() => [
    { name: CALLER, pid: process.pid },
    ...Object.values(this.house.services),
  ]);

  private constructor(
    readonly house: DrillHouse,
    readonly project: Project,
    readonly flag: Flag,
  ) {}

  static async start(options: DrillOptions = {}): Promise<ReadScene> {
    const house = await startDrillHouse({ sdkGateways: 2, ...options });
    try {
      const project = await aProject(house.url);
      const scene = new ReadScene(house, project, await aFlag(project));
      scene.crowding.start();
      await scene.takeStock();
      // Every replica has something to answer from, whichever test comes first.
      await scene.readAll();
      return scene;
    } catch (error) {
      await house.stop();
      throw error;
    }
  }

  get key(): { 'x-sdk-key': string } {
    return { 'x-sdk-key': this.project.development.sdk_key };
  }

  get place(): { environmentId: string; epoch: string; revision: number } {
    return { environmentId: this.project.development.id, epoch: this.epoch, revision: this.revision };
  }

  private epoch = '';

  /** Where the environment stands now. */
  async takeStock(): Promise<void> {
    const { headers, body } = await this.read();
    const [epoch = '', revision] = /^"(\w+)-(\d+)"$/.exec(String(headers.etag))?.slice(1) ?? [];
    this.epoch = epoch;
    this.first = this.revision = Number(revision);
    this.contents.clear();
    this.contents.set(this.first, String(body[0].is_enabled));
  }

  read(replica = 0, headers: object = {}): Promise<Answer> {
    return this.house.gateways[replica]!.get('/api/v1/flags', { ...this.key, ...headers });
  }

  readAll(): Promise<Answer[]> {
    return Promise.all(this.house.gateways.map((_, replica) => this.read(replica)));
  }

  toggle(isEnabled: boolean): Promise<Answer> {
    return this.project.owner.visitor.patch(`${this.valuePath}/toggle`, { is_enabled: isEnabled });
  }

  /** An edit of the other kind: it takes the body off the shelf instead of making the next one. */
  async edit(rollout: number): Promise<void> {
    const answer = await this.project.owner.visitor.patch(this.valuePath, { rollout_percentage: rollout });
    expect(answer.status).toBe(200);
    this.revision++;
    this.contents.set(this.revision, this.contents.get(this.revision - 1) as string);
  }

  private get valuePath(): string {
    return `/api/flags/${this.flag.id}/environments/${this.project.development.id}`;
  }

  /** Toggles and, as soon as each write has returned, reads on every replica. */
  async expectFreshReads(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const isEnabled = this.contents.get(this.revision) === 'false';
      expect((await this.toggle(isEnabled)).status).toBe(200);
      this.revision++;
      this.contents.set(this.revision, String(isEnabled));
      for (const answer of await this.readAll()) {
        expect([answer.status, answer.headers['burgee-freshness']]).toEqual([200, undefined]);
        expect(answer.body[0].is_enabled).toBe(isEnabled);
      }
    }
  }

  /** Every replica gives what was last known, marked, and each in the time a read has. */
  async expectStaleReads(withinMs = 500): Promise<void> {
    for (const replica of this.house.gateways.keys()) {
      const startedAt = performance.now();
      const answer = await this.read(replica);
      expect(performance.now() - startedAt).toBeLessThan(withinMs);
      expect(answer.status).toBe(200);
      expect(answer.headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
      expect(answer.body[0].key).toBe(this.flag.key);
    }
  }

  /** Within 10 s, unaided: writes are taken and every replica answers fresh. */
  async expectRecovery(): Promise<void> {
    await eventually(async () => {
      const answers = await this.readAll();
      expect(answers.map(({ headers }) => headers['burgee-freshness'])).toEqual(answers.map(() => undefined));
      const now = answers[0]!.body[0].is_enabled as boolean;
      expect((await this.toggle(!now)).status).toBe(200);
    });
    await this.takeStock();
    await this.expectFreshReads(3);
  }

  /** 200 reads a second on all replicas in turn and `togglesPerSecond`, while `meanwhile` happens and for as long. */
  async traffic(meanwhile: () => Promise<unknown>, togglesPerSecond = 5): Promise<Traffic> {
    const traffic: Traffic = { reads: [], writes: [], refused: [] };
    const end = new AbortController();
    const reading: Promise<void>[] = [];
    const startedAt = performance.now();
    const timer = setInterval(() => {
      for (const due = (performance.now() - startedAt) / 5; reading.length < due;)
        reading.push(this.readInto(traffic, reading.length % this.house.gateways.length));
    }, 5);
    const writing = (async () => {
      for (; !end.signal.aborted; await delay(1000 / togglesPerSecond)) await this.toggleInto(traffic);
    })();
    try {
      await meanwhile();
      // On a machine that keeps everybody from their work it takes longer until enough can be judged.
      const until = performance.now() + JUDGEABLE_WITHIN_MILLISECONDS;
      while (!this.hasEnough(traffic) && performance.now() < until) await delay(100);
    } finally {
      end.abort();
      clearInterval(timer);
      await Promise.all([writing, ...reading]);
    }
    return traffic;
  }

  private async toggleInto(traffic: Traffic): Promise<void> {
    const isEnabled = this.contents.get(this.revision) === 'false';
    const begin = performance.now();
    const { status } = await this.toggle(isEnabled);
    if (status === 200) {
      this.revision++;
      this.contents.set(this.revision, String(isEnabled));
      traffic.writes.push({ id: String(this.revision), begin, end: performance.now(), revision: this.revision });
    } else traffic.refused.push(status);
  }

  private readInto(traffic: Traffic, index: number): Promise<void> {
    const url = `${this.house.gateways[index]!.base}/api/v1/flags`;
    const replica = `sdk-gateway-${index + 1}`;
    const begin = performance.now();
    return new Promise((resolve) => {
      const failed = () => {
        const end = performance.now();
        traffic.reads.push({ replica, begin, end, revision: 0, stale: false, content: '', status: 0 });
        resolve();
      };
      const call = request(url, { agent: this.agent, headers: this.key }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          const content =
            status === 200 ? String((JSON.parse(text) as { is_enabled: boolean }[])[0]?.is_enabled) : text;
          traffic.reads.push({
            replica,
            begin,
            end: performance.now(),
            revision: Number(/-(\d+)"$/.exec(String(headers.etag))?.[1]),
            stale: headers['burgee-freshness'] !== undefined,
            content,
            status,
          });
          resolve();
        });
      });
      call.on('error', failed);
      call.end();
    });
  }

  /** Those of these reads of which something can be said, because the machine kept nobody from answering; enough, or it fails. */
  private judged({ reads }: Traffic, unjust: (read: ReadRecord) => boolean): Traffic['reads'] {
    this.crowding.look();
    const judged = reads.filter((read) => !unjust(read));
    if (judged.length < reads.length)
      process.stdout.write(`${reads.length - judged.length} of ${reads.length} reads not judged\n`);
    expect(judged.length).toBeGreaterThan(reads.length * JUDGED_AT_LEAST);
    return judged;
  }

  private hasEnough({ reads }: Traffic): boolean {
    return reads.filter((read) => !this.crowding.excuses(read)).length > reads.length * JUDGED_AT_LEAST;
  }

  /** How long a share of the reads took at most, ms. */
  percentile(traffic: Traffic, share: number): number {
    const times = this.judged(traffic, (read) => this.crowding.wasBusy(read)).map(({ begin, end }) => end - begin);
    return percentile(
      times.toSorted((a, b) => a - b),
      share,
    );
  }

  slowest(traffic: Traffic): number {
    return this.percentile(traffic, 1);
  }

  /**
   * All reads were answered fresh with what had been acknowledged before them, and all writes were taken. That a read is
   * stale is not judged where the machine kept those who answer from their work.
   */
  expectFlawless(traffic: Traffic): void {
    const { reads, writes, refused } = traffic;
    expect(refused).toEqual([]);
    expect(writes.length).toBeGreaterThan(0);
    expect(reads.filter(({ status }) => status !== 200).slice(0, 3)).toEqual([]);
    expect(
      this.judged(traffic, (read) => this.crowding.excuses(read))
        .filter(({ stale }) => stale)
        .slice(0, 3),
    ).toEqual([]);
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
  async until(engine: 'postgres' | 'redis' | 'nats', state: 'up' | 'down', withinMs = 10_000): Promise<void> {
    const services = Object.values(this.house.services).filter(({ name }) => /^(sdk-gateway|flags-admin)/.test(name));
    await eventually(async () => {
      for (const { opsUrl } of services) {
        const { dependencies } = (await (await fetch(`${opsUrl}/status`)).json()) as StatusPage;
        expect(dependencies[engine]?.state).toBe(state);
      }
    }, withinMs);
  }

  /** Asks the database as its superuser. */
  async ask<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.house.databaseUrl });
    await client.connect();
    try {
      return (await client.query<T>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** How often Postgres was asked for the flags of an environment; needs `COUNTING_POSTGRES`. */
  async loads(): Promise<number> {
    const [row] = await this.ask<{ calls: number }>(
      `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like '%from sdk_read.flag_set_v1%'`,
    );
    return row!.calls;
  }

  stop(): Promise<void> {
    this.crowding.stop();
    this.agent.destroy();
    return this.house.stop();
  }
}

/** Postgres counts the queries it is asked. */
export const COUNTING_POSTGRES = ['shared_preload_libraries=pg_stat_statements'];
