import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '@burgee/testing/unit';
import { beforeEach, expect, it } from '@jest/globals';
import { AccessComparison, AccessEvents, type FollowedChannel } from './access-events.js';

const MANY = Array.from({ length: 1_000 }, (_, n) => `env-${n}`);

/** One query to the fake source: the environments it asked about, and handles to settle it. */
interface Asked {
  ids: string[];
  answer: () => void;
  fail: () => void;
}

let asked: Asked[];
let told: string[];
let channels: Map<string, FollowedChannel>;
let comparison: AccessComparison;

beforeEach(() => {
  asked = [];
  told = [];
  channels = new Map();
  const source = {
    compareAccess: (tags: ReadonlyMap<string, string>) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        const ids = [...tags.keys()];
        const answer = () => resolve(new Map(ids.map((id) => [id, 'a tag'])));
        asked.push({ ids, answer, fail: () => reject(new Error('gone')) });
      }),
  };
  const events = new AccessEvents((_, steps) => {
    while (!steps.next().done);
  });
  comparison = new AccessComparison(source, events, channels, { debug: () => undefined });
});

/** Opens one stream per environment, by default an edge's. */
function follow(ids: readonly string[], access: object | null = {}): void {
  for (const environmentId of ids) {
    const connection = { accessTag: '', format: { access }, writable: true, catchingUp: false };
    const write = () => void told.push(environmentId);
    channels.set(environmentId, { environmentId, connections: new Set([{ ...connection, write } as never]) });
  }
}

/** Answers queries until none is open. */
async function answerAll(): Promise<void> {
  const over = comparison.ended.then(() => true);
  do for (const { answer } of asked) answer();
  while (!(await Promise.race([over, nextTurn(false)])));
}

it('S131 compares followed environments in turn, a few hundred per query, one query at a time', async () => {
  follow(MANY);
  follow(['streams alone'], null);
  comparison.begin(channels.values());
  // Changes to environments in the running query are unknown until the next one; the others keep their places.
  comparison.begin(channels.values());
  expect([asked.length, told]).toEqual([1, []]);
  await answerAll();
  expect(Math.max(...asked.map(({ ids }) => ids.length))).toBeLessThanOrEqual(400);
  expect(asked.flatMap(({ ids }) => ids)).toEqual([...MANY, ...MANY.slice(0, asked[0]?.ids.length)]);
  expect(told).toEqual(MANY);
});

it('S131 compares environments with changed keys next, without starving the others', async () => {
  follow(MANY);
  comparison.begin(channels.values());
  for (const id of ['env-999', 'without streams']) comparison.notify(id);
  asked[0]?.answer();
  await eventually(() => expect(asked).toHaveLength(2));
  expect([asked[1]?.ids[0], asked[1]?.ids.includes('env-200')]).toEqual(['env-999', true]);
  for (const id of MANY) comparison.notify(id);
  asked[1]?.answer();
  await eventually(() => expect(asked).toHaveLength(3));
  expect([asked[2]?.ids.includes('env-0'), asked[2]?.ids.includes('env-400')]).toEqual([true, true]);
  expect(asked[2]?.ids.length).toBeLessThanOrEqual(400);
});

it('S131 makes followers read when their environment cannot be compared, and goes on with the others', async () => {
  follow(MANY);
  comparison.begin(channels.values());
  const first = [...(asked[0]?.ids ?? [])];
  asked[0]?.fail();
  await eventually(() => expect(asked).toHaveLength(2));
  expect(told).toEqual(first);
  asked.shift();
  await answerAll();
  expect(told).toEqual(MANY);
});
