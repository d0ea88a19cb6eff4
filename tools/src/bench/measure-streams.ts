import { setTimeout as delay } from 'node:timers/promises';
import { SUBJECTS } from '@burgee/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { vitalsOf } from '../soak/process-vitals.js';
import { type BenchHouse, YARDSTICK } from './bench-house.js';
import type { Scene } from './dashboard-client.js';
import { median, type Measurement } from './statistics.js';
import { connectNats, Crowd, startBareStreams } from './stream-scene.js';

const STREAMS = 5_000;
const WARM_UP_STREAMS = 200;
const ROUNDS = 12;
const SETTLE_MILLISECONDS = 5_000;

/** What one more idle stream costs in resident memory, bytes. */
async function memoryPerStream(pid: number, open: (count: number) => Promise<Crowd>): Promise<[number, Crowd]> {
  const warmUp = await open(WARM_UP_STREAMS);
  await delay(SETTLE_MILLISECONDS);
  const before = vitalsOf(pid).rss;
  const crowd = await open(STREAMS);
  await delay(SETTLE_MILLISECONDS);
  const bytes = (vitalsOf(pid).rss - before) / STREAMS;
  warmUp.leave();
  return [bytes, crowd];
}

interface Change {
  revision: number;
  event: string;
}

/** A change as flags-admin would write it, without flags-admin. @returns what stands in the outbox */
async function commitChange(
  database: pg.Client,
  { environmentId, flagIds }: Scene,
  isEnabled: boolean,
): Promise<Change> {
  const { rows } = await database.query<{ revision: string; payload: object }>({
    name: 'bench-change',
    text: `with raised as (update flags.environments set revision = revision + 1 where id = $1 returning revision)
      insert into flags.outbox (event_id, kind, environment_id, revision, payload, delivered_at)
      select gen_random_uuid(), 'flag_updated', $1, raised.revision, json_build_object(
        'flag_id', f.id, 'key', f.key, 'name', f.name, 'type', f.type, 'is_enabled', $3::boolean, 'rollout_percentage', 100,
        'targeting_attribute', null, 'targeting_value', null, 'targeting_return_value', null), now()
      from raised, flags.flags f where f.id = $2 returning revision, payload`,
    values: [environmentId, flagIds[0], isEnabled],
  });
  const [{ revision = '0', payload = {} } = {}] = rows;
  const data = { ...payload, environment_id: environmentId, revision: Number(revision) };
  return {
    revision: Number(revision),
    event: `id: 0123456789ab-${revision}\nevent: flag_updated\ndata: ${JSON.stringify(data)}\n\n`,
  };
}

function ring(nats: NatsConnection, { environmentId, flagIds }: Scene, revision: number): void {
  const message = {
    v: 1,
    event_id: '00000000-0000-7000-8000-000000000000',
    occurred_at: new Date().toISOString(),
    environment_id: environmentId,
    epoch: 'x',
    revision,
    flag_id: flagIds[0],
    key: 'k',
  };
  nats.publish(SUBJECTS.flagDeleted.subject(environmentId), JSON.stringify(message));
}

/** Milliseconds from the ringing on NATS to the last client; in turns with the bare server, which writes the same bytes. */
async function publishToLast(house: BenchHouse, scene: Scene, ours: Crowd, bare: Crowd): Promise<Measurement> {
  const [nats, bareNats] = [await connectNats(house, 'flags-admin'), await connectNats(house, YARDSTICK)];
  const database = new pg.Client({ connectionString: house.postgresUrl });
  await database.connect();
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { revision, event } = await commitChange(database, scene, round % 2 === 0);
    const [allOurs, startedOurs] = [ours.next(), performance.now()];
    ring(nats, scene, revision);
    const oursMs = ((await allOurs).at(-1) ?? 0) - startedOurs;
    await delay(300);
    const [allBare, startedBare] = [bare.next(), performance.now()];
    bareNats.publish(YARDSTICK, event);
    rounds.push({ ours: oursMs, bare: ((await allBare).at(-1) ?? 0) - startedBare });
    await delay(300);
  }
  for (const connection of [nats, bareNats]) await connection.close();
  await database.end();
  const warm = rounds.slice(2);
  return {
    name: `publish to the last of ${STREAMS.toLocaleString('en')} streams`,
    ours: median(warm.map((round) => round.ours)),
    yardstick: median(warm.map((round) => round.bare)),
    ratio: median(warm.map((round) => round.ours / round.bare)),
    unit: 'ms',
    target: { atMost: 1.5 },
  };
}

/** Memory and broadcast, with thousands of streams on each side. */
export async function measureManyStreams(house: BenchHouse, scene: Scene): Promise<Measurement[]> {
  const server = await startBareStreams(house, scene);
  const [gateway] = house.gateways;
  try {
    const openOurs = (count: number) => Crowd.of(count, house.sdkGatewayUrl, scene.sdkKey);
    const openBare = (count: number) => Crowd.of(count, server.url, scene.sdkKey);
    const [oursBytes, ours] = await memoryPerStream(gateway?.pid ?? 0, openOurs);
    const [bareBytes, bare] = await memoryPerStream(server.pid, openBare);
    const memory: Measurement = {
      name: `memory of an idle stream, of ${STREAMS.toLocaleString('en')}`,
      ours: oursBytes / 1_024,
      yardstick: bareBytes / 1_024,
      ratio: oursBytes / bareBytes,
      unit: 'KiB',
      target: { atMost: 1.3 },
    };
    const broadcast = await publishToLast(house, scene, ours, bare);
    ours.leave();
    bare.leave();
    return [memory, broadcast];
  } finally {
    server.child.disconnect();
  }
}
