import { eventually, type StreamReader } from '@burgee/testing';
import type { OutboxScene } from './outbox-scene.js';

const STREAM_MILLISECONDS = 2_000;
/** Quicker than any sweep could be five times in a row: only doorbells do that. */
const DOORBELL_MILLISECONDS = 500;
const DASHBOARD_MILLISECONDS = 1_000;

/** One stream at each replica, open and past its start. */
export async function openStreams(scene: OutboxScene): Promise<StreamReader[]> {
  const streams = await Promise.all(scene.house.gateways.map((one) => one.stream('/api/v1/stream', scene.key)));
  await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'ready')));
  return streams;
}

/** Changes the flag: 200 in time, at once in every read and within `withinMs` on every stream. */
async function changeAndLook(scene: OutboxScene, streams: readonly StreamReader[], withinMs: number): Promise<void> {
  const startedAt = performance.now();
  await scene.flip();
  const took = performance.now() - startedAt;
  if (took > DASHBOARD_MILLISECONDS) throw new Error(`the dashboard waited ${took.toFixed(0)} ms`);
  const replicas = scene.house.gateways.map((_, replica) => replica);
  const reads = await Promise.all(replicas.map((replica) => scene.read(replica)));
  const tags = new Set(reads.map(({ headers }) => headers.etag));
  if (tags.size !== 1 || reads.some(({ headers }) => headers['burgee-freshness']))
    throw new Error('a read is not fresh');
  const revision = Number(/-(\d+)"/.exec(reads[0]?.headers.etag ?? '')?.[1]);
  await Promise.all(
    streams.map((stream) =>
      stream.until(({ event, data }) => event !== 'ready' && data.revision === revision, withinMs),
    ),
  );
}

/** While `lasts` is true, changes are fresh in reads and within 2 s on streams. @returns how many changes were made */
export async function expectAsGoodAsWithout(
  scene: OutboxScene,
  streams: StreamReader[],
  lastsMs: number,
): Promise<number> {
  let changes = 0;
  for (const end = performance.now() + lastsMs; performance.now() < end; changes++)
    await changeAndLook(scene, streams, STREAM_MILLISECONDS);
  return changes;
}

/** Doorbells reach every replica again: five changes in a row are on all streams quicker than sweeps could be. */
export async function expectDoorbells(scene: OutboxScene, streams: readonly StreamReader[]): Promise<void> {
  await eventually(async () => {
    for (let n = 0; n < 5; n++) await changeAndLook(scene, streams, DOORBELL_MILLISECONDS);
  });
}

/** What each service that uses NATS says of it. */
export async function natsAccordingTo(scene: OutboxScene): Promise<string[]> {
  const services = Object.values(scene.house.services).filter(({ name }) => /^(sdk-|flags-|audit)/.test(name));
  return Promise.all(
    services.map(async ({ opsUrl }) => {
      const status = (await (await fetch(`${opsUrl}/status`)).json()) as { dependencies: { nats: { state: string } } };
      return status.dependencies.nats.state;
    }),
  );
}
