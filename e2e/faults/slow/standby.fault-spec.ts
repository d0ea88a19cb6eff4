import { readFileSync } from 'node:fs';
import { type ServiceResponse, eventually, type Standby, startStandby, type StreamReader } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from '../outbox-fixture.js';

const GATEWAYS = ['sdk-gateway-1', 'sdk-gateway-2'];
const WRITERS = ['auth', 'audit', 'flags-admin'];

let fixture: OutboxFixture;
let standby: Standby;
let streams: StreamReader[] = [];

/** The only flag's value in an answer, and the answer's position. */
interface Seen {
  epoch: string;
  revision: number;
  content: string | null;
  isStale: boolean;
}

function seenIn({ status, headers, text, body }: ServiceResponse): Seen {
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  const [, epoch = '', revision] = /^W\/"(\w+)-(\d+)"$/.exec(headers.etag ?? '') ?? [];
  const isStale = headers['burgee-freshness'] !== undefined;
  return { epoch, revision: Number(revision), content: body[0].targeting_value, isStale };
}

const read = async (replica: number) => seenIn(await fixture.read(replica));

/** The position of the latest edit, once both replicas have it. */
async function known(): Promise<Seen> {
  return eventually(async () => {
    const [one, two] = await Promise.all([read(0), read(1)]);
    expect([one.isStale, two]).toEqual([false, one]);
    return one;
  });
}

async function edits(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await eventually(async () => {
      const answer = await fixture.edit();
      if (answer?.status !== 200) throw new Error(`the edit answered ${answer?.status}`);
    });
  }
}

/** Lets services reach another server at the address that they know. */
function moveTo(port: number, services: string[]): void {
  for (const service of services) fixture.cluster.link(service, 'postgres').redirect(port);
}

const open = (replica: number, headers: object = {}) =>
  fixture.cluster.gateways[replica]!.stream('/api/v1/stream', { ...fixture.key, ...headers });

const logOf = (service: string) => readFileSync(fixture.cluster.services[service]!.logFile, 'utf8');

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 2 });
  standby = await startStandby(fixture.cluster);
  await fixture.cluster.heal();
  await edits(2);
}, 120_000);
beforeEach(async () => {
  moveTo(fixture.cluster.postgres.port, [...WRITERS, ...GATEWAYS]);
  await standby.query('select pg_wal_replay_resume()');
  await standby.caughtUp();
  streams = [await open(0), await open(1)];
});
afterEach(() => {
  for (const stream of streams) stream.close();
});
afterAll(async () => {
  await standby?.stop();
  await fixture?.stop();
});

describe('F38: a standby', () => {
  it('F38: with paused replay is not trusted: gateways serve their own copy, marked stale', async () => {
    await standby.query('select pg_wal_replay_pause()');
    await edits(3);
    const { owner, id } = fixture.project;
    const { body: unseen } = await owner.client.post(`/api/projects/${id}/environments`, { name: 'Unseen' });
    const latest = await known();
    moveTo(standby.server.port, ['sdk-gateway-1']);
    for (let n = 0; n < 50; n++) {
      const { isStale, ...seen } = await read(0);
      expect([isStale, seen]).toEqual([
        true,
        { epoch: latest.epoch, revision: latest.revision, content: latest.content },
      ]);
    }
    const answer = await fixture.cluster.gateways[0]!.get('/api/v1/flags', { 'x-sdk-key': unseen.sdk_key });
    expect(answer.status).toBe(503);
    expect(logOf('sdk-gateway-1')).toMatch(/postgres is a standby.*DATABASE_URL/);
    const begun = await open(0, { 'last-event-id': `${latest.epoch}-${latest.revision}` });
    expect(await begun.until(() => true)).toMatchObject({ event: 'ready', id: `${latest.epoch}-${latest.revision}` });
    begun.close();

    moveTo(standby.server.port, ['flags-admin']);
    const refused = await eventually(async () => {
      const answer = await fixture.edit();
      if (!answer) throw new Error('no answer');
      return answer;
    });
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);

    moveTo(fixture.cluster.postgres.port, ['flags-admin', 'sdk-gateway-1']);
    await edits(1);
    const now = await known();
    expect([now.epoch, now.revision]).toEqual([latest.epoch, latest.revision + 1]);
    for (const stream of streams) {
      await stream.ofRevision(now.revision);
      expect(stream.events.map(({ event }) => event)).toEqual([
        'ready',
        ...Array.from({ length: 4 }, () => 'flag_updated'),
      ]);
    }
  });

  it('F38: that is promoted without the last changes: no unmarked answer is wrong, and streams get a snapshot', async () => {
    const { cluster, project } = fixture;
    const kept = await known();
    standby.link.blackhole();
    await edits(3);
    const lost = await known();
    for (const stream of streams) await stream.ofRevision(lost.revision);
    await cluster.postgres.kill();
    await standby.promote();

    // Before any replica looks, the new primary counts up to the revision that they have, with another content.
    moveTo(standby.server.port, WRITERS);
    await edits(3);
    const truth = async () => {
      const rows = await standby.query<{ revision: string; content: string }>(
        `select revision, payload->>'targeting_value' as content from flags.outbox
         where environment_id = $1 and revision is not null`,
        [project.development.id],
      );
      return new Map(rows.map(({ revision, content }) => [Number(revision), content]));
    };
    expect(Math.max(...(await truth()).keys())).toBe(lost.revision);
    expect((await truth()).get(lost.revision)).not.toBe(lost.content);

    moveTo(standby.server.port, GATEWAYS);
    const seen: Seen[] = [];
    const over = new AbortController();
    const reading = [0, 1].map(async (replica) => {
      while (!over.signal.aborted) {
        const one = await read(replica).catch(() => undefined);
        if (one) seen.push(one);
      }
    });
    // All that they have of that revision is what was lost.
    await known();
    await edits(20);
    const now = await known();
    over.abort();
    await Promise.all(reading);
    const contents = await truth();
    expect(now.revision).toBe(kept.revision + 23);
    const unmarked = seen.filter(({ isStale }) => !isStale);
    expect(unmarked.length).toBeGreaterThan(20);
    expect(unmarked.filter(({ revision, content }) => contents.get(revision) !== content)).toEqual([]);
    expect(new Set(unmarked.map(({ epoch }) => epoch))).toEqual(new Set([now.epoch]));
    expect(now.epoch).not.toBe(lost.epoch);

    for (const stream of streams) {
      const snapshot = await stream.until(({ event }) => event === 'snapshot');
      expect(snapshot.id).toBe(`${now.epoch}-${snapshot.data.revision}`);
      expect(snapshot.data.flags[0].targeting_value).toBe(contents.get(snapshot.data.revision));
      const last = await stream.until(({ id }) => id === `${now.epoch}-${now.revision}`);
      expect((last.data.flags?.[0] ?? last.data).targeting_value).toBe(now.content);
      const after = stream.events.slice(stream.events.indexOf(snapshot) + 1);
      expect(after.map(({ id }) => id)).toEqual(
        after.map((_, index) => `${now.epoch}-${snapshot.data.revision + 1 + index}`),
      );
    }
    const resumed = await open(0, { 'last-event-id': `${lost.epoch}-${kept.revision}` });
    const first = await resumed.until(({ event }) => event !== 'ready');
    expect([first.event, first.data.flags[0].targeting_value]).toEqual(['snapshot', now.content]);
    resumed.close();
    expect(logOf('flags-admin').match(/a new epoch begins/g)).toHaveLength(1);
  });
});
