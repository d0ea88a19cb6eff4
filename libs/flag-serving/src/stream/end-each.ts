import type { StreamConnection } from './stream-connection.js';

/** Ends one in each step: to end thousands takes long. */
export function* endEach(connections: readonly StreamConnection[]): Generator<void> {
  for (const connection of connections) {
    connection.end();
    yield;
  }
}
