import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE = 500;

/** All there is, so many at a time: between them others have a turn of the event loop. */
export async function* inSlices<T>(all: Iterable<T>): AsyncGenerator<T[]> {
  let slice: T[] = [];
  for (const one of all) {
    slice.push(one);
    if (slice.length < SLICE) continue;
    yield slice;
    slice = [];
    await nextTurn();
  }
  yield slice;
}
