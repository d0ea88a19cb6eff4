import { StreamSubscriber } from './stream-subscriber.js';
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

/** One writer, at each replica a reader, and as many stream clients. */
export function createWorkload(fixture: HistoryFixture, load: LoadedEnvironment, random: Random): Workload {
  const replicas = fixture.cluster.gateways.map((gateway, index) => ({ gateway, name: `sdk-gateway-${index + 1}` }));
  return {
    load,
    writer: new Writer(fixture, load, random.fork()),
    readers: replicas.map(({ name, gateway }) => new Reader(name, gateway.base, load, random.fork())),
    subscribers: fixture.cluster.gateways.map(
      (_, turn, gateways) =>
        new StreamSubscriber(`${load.environment.name}, client ${turn + 1}`, gateways, turn, load, random.fork()),
    ),
  };
}

/** What they did and saw, as it is kept. */
export const record = (workloads: readonly Workload[]) =>
  workloads.map(({ load, writer, readers, subscribers }) => ({
    environment: load.environment.name,
    first: load.first,
    writes: writer.written,
    reads: readers.flatMap(({ reads }) => reads),
    streams: subscribers.map((one) => ({ client: one.name, events: one.events() })),
  }));
