import { AWAITED_MILLISECONDS, eventually, type StreamReader } from '@burgee/testing';
import type { OutboxFixture } from './outbox-fixture.js';

/** Replicas reconcile with Postgres every 1.5 s: five changes in a row are not all received sooner without NATS. */
const NOTIFIED_WITHIN_MILLISECONDS = 1_000;

/** One stream at each replica, open and past its start. */
export async function openStreams(fixture: OutboxFixture): Promise<StreamReader[]> {
  const streams = await Promise.all(fixture.cluster.gateways.map((one) => one.stream('/api/v1/stream', fixture.key)));
  await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'ready')));
  return streams;
}

/** Changes the flag: 200, at once in every read and within `withinMs` on every stream. */
async function changeAndExpect(
  fixture: OutboxFixture,
  streams: readonly StreamReader[],
  withinMs: number,
): Promise<void> {
  await fixture.flip();
  const reads = await fixture.readAllFresh();
  const tags = new Set(reads.map(({ headers }) => headers.etag));
  if (tags.size !== 1) throw new Error('a read is not fresh');
  const revision = Number(/-(\d+)"/.exec(reads[0]?.headers.etag ?? '')?.[1]);
  await Promise.all(
    streams.map((stream) =>
      stream.until(({ event, data }) => event !== 'ready' && data.revision === revision, withinMs),
    ),
  );
}

/** For `lastsMs`, changes are fresh in reads and arrive on streams. @returns how many changes were made */
export async function expectFreshWithoutNats(
  fixture: OutboxFixture,
  streams: StreamReader[],
  lastsMs: number,
): Promise<number> {
  let changes = 0;
  for (const end = performance.now() + lastsMs; performance.now() < end; changes++)
    await changeAndExpect(fixture, streams, AWAITED_MILLISECONDS);
  return changes;
}

/** Notifications reach every replica again: five changes in a row are on all streams sooner than reconciling could be; tried until it holds. */
export async function expectNotifications(fixture: OutboxFixture, streams: readonly StreamReader[]): Promise<void> {
  await eventually(async () => {
    for (let n = 0; n < 5; n++) await changeAndExpect(fixture, streams, NOTIFIED_WITHIN_MILLISECONDS);
  }, 60_000);
}

/** The NATS state that each of its clients reports. */
export async function natsAccordingTo(fixture: OutboxFixture): Promise<string[]> {
  const services = Object.values(fixture.cluster.services).filter(({ name }) => /^(sdk-|flags-|audit)/.test(name));
  return Promise.all(
    services.map(async ({ opsUrl }) => {
      const status = (await (await fetch(`${opsUrl}/status`)).json()) as { dependencies: { nats: { state: string } } };
      return status.dependencies.nats.state;
    }),
  );
}
