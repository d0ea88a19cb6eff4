import { Follower } from './follower.js';
import type { Random } from './random.js';
import { Reader } from './reader.js';
import type { Plot, Town } from './town.js';
import { Writer } from './writer.js';

/** All who have to do with one environment. */
export interface Actors {
  plot: Plot;
  writer: Writer;
  readers: Reader[];
  followers: Follower[];
}

/** One writer, and at each replica a reader and a stream client. */
export function castOf(town: Town, plot: Plot, random: Random): Actors {
  const replicas = town.house.gateways.map((gateway, index) => ({ gateway, name: `sdk-gateway-${index + 1}` }));
  return {
    plot,
    writer: new Writer(town, plot, random.fork()),
    readers: replicas.map(({ name, gateway }) => new Reader(name, gateway.base, plot, random.fork())),
    followers: replicas.map(({ name, gateway }) => new Follower(`${plot.environment.name} on ${name}`, gateway, plot)),
  };
}

/** What they did and saw, as it is kept. */
export const record = (cast: readonly Actors[]) =>
  cast.map(({ plot, writer, readers, followers }) => ({
    environment: plot.environment.name,
    first: plot.first,
    writes: writer.written,
    reads: readers.flatMap(({ reads }) => reads),
    streams: followers.map((one) => ({ client: one.name, events: one.events() })),
  }));
