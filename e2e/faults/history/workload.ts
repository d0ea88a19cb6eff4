import type { TestClient } from '@burgee/testing';
import { StreamSubscriber } from './stream-subscriber.js';
import { FLAG_STREAM, UNLEASH_STREAM } from './stream-ways.js';
import type { Random } from './random.js';
import { Reader } from './reader.js';
import type { LoadedEnvironment, HistoryFixture } from './history-fixture.js';
import { Writer } from './writer.js';

/** All who have to do with one environment. */
export interface Workload {
  load: LoadedEnvironment;
  writer: Writer;
  readers: Reader[];
  subscribers: StreamSubscriber[];
}

/** One writer, at each replica a reader, as many stream clients, and one with an SDK of Unleash. */
export function createWorkload(fixture: HistoryFixture, load: LoadedEnvironment, random: Random): Workload {
  const replicas = fixture.cluster.gateways.map((gateway, index) => ({ gateway, name: `sdk-gateway-${index + 1}` }));
  return {
    load,
    writer: new Writer(fixture, load, random.fork()),
    readers: replicas.map(({ name, gateway }) => new Reader(name, gateway.base, load, random.fork())),
    subscribers: createSubscribers(fixture.cluster.gateways, load, random),
  };
}

/** Stream clients that move between replicas: one per replica, and one of Unleash's stream. */
export function createSubscribers(
  replicas: readonly TestClient[],
  load: LoadedEnvironment,
  random: Random,
): StreamSubscriber[] {
  return [...replicas.map(() => FLAG_STREAM), UNLEASH_STREAM].map((way, turn) => {
    const name = `${load.environment.name}, client ${turn + 1} of ${way.path}`;
    return new StreamSubscriber(name, replicas, turn, load, random.fork(), way);
  });
}

/** The recorded operations and results of the workloads. */
export const record = (workloads: readonly Workload[]) =>
  workloads.map(({ load, writer, readers, subscribers }) => ({
    environment: load.environment.name,
    first: load.first,
    writes: writer.written,
    reads: readers.flatMap(({ reads }) => reads),
    streams: subscribers.map((one) => ({ client: one.name, events: one.events() })),
  }));
