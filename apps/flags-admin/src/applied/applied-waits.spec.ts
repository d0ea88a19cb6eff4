import type { AppliedCountedV1, AppliedWantedV1, EventContract } from '@burgee/contracts/messages';
import type { Messenger } from '@burgee/messaging';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { StreamCounts } from '../stream-counts/stream-counts.js';
import { AppliedWaits } from './applied-waits.js';

const VERSION = { environmentId: 'env', epoch: 'e', revision: 7 };
const LONG = 60_000;

let waits: AppliedWaits;
let connected: boolean;
let published: AppliedWantedV1[];

beforeEach(() => {
  [connected, published] = [true, []];
  const messenger = {
    get connected() {
      return connected;
    },
    publish: (_: EventContract<AppliedWantedV1>, about: string, message: AppliedWantedV1) => {
      published.push(message);
      // NATS also delivers the message to its sender.
      waits.wanted(about, message);
    },
  } as unknown as Messenger;
  const counts = { complete: true, of: () => [{ gateway: 'a', reportedAt: '', count: { open: 3 } }] };
  waits = new AppliedWaits(messenger, counts as unknown as StreamCounts, pino({ enabled: false }));
});

afterEach(() => {
  jest.useRealTimers();
  waits.onModuleDestroy();
});

const count = (changes: Partial<AppliedCountedV1>): AppliedCountedV1 => ({
  v: 1,
  event_id: '',
  occurred_at: '',
  wait_id: published[0]!.wait_id,
  gateway: 'a',
  clients: 3,
  delivered: 3,
  applied: 0,
  unknown: 0,
  streams: 0,
  pollers: 0,
  estimated: false,
  ...changes,
});

describe('waiting for clients', () => {
  it('ends when all clients have the change, and tells gateways', async () => {
    const answer = waits.wait(VERSION, LONG);
    waits.counted('env', count({ delivered: 1, streams: 2 }));
    expect(waits.latest('env')).toMatchObject({ clients: 3, delivered: 1 });
    waits.counted('env', count({}));
    const view = { position: 'e-7', clients: 3, delivered: 3, unknown: 0, waiting: [], complete: true };
    expect(await answer).toMatchObject(view);
    expect(published.map(({ revision, within_ms }) => [revision, within_ms])).toEqual([
      [7, LONG],
      [7, 0],
    ]);
    expect(waits.latest('env')).toMatchObject(view);
  });

  it('ends at its timeout and lists the missing clients', async () => {
    const answer = waits.wait(VERSION, 50);
    waits.counted('env', count({ delivered: 1, streams: 2 }));
    expect(await answer).toMatchObject({ delivered: 1, waiting: [{ replica: 'a', streams: 2 }] });
  });

  it('answers at once with unknown clients while NATS is down, even if it fails during the wait', async () => {
    connected = false;
    const unknown = { clients: 3, delivered: 0, unknown: 3, complete: false, not_waited: expect.any(String) };
    expect(await waits.wait(VERSION, LONG)).toMatchObject(unknown);
    expect(published).toEqual([]);
    connected = true;
    jest.useFakeTimers();
    const answer = waits.wait(VERSION, LONG);
    waits.counted('env', count({ delivered: 1, streams: 2 }));
    connected = false;
    // Long before the gateways would count as gone.
    await jest.advanceTimersByTimeAsync(500);
    expect(await Promise.race([answer, 'still waits'])).toMatchObject({
      clients: 3,
      delivered: 1,
      unknown: 2,
      waiting: [],
      complete: false,
    });
  });

  it('is refused at once during another wait for the environment, here or at another replica', async () => {
    const first = waits.wait(VERSION, LONG);
    expect(await waits.wait({ ...VERSION, revision: 8 }, LONG)).toMatchObject({
      position: 'e-8',
      not_waited: 'Another wait for this environment is in progress.',
    });
    waits.counted('env', count({}));
    await first;
    const wanted = { ...published[0]!, wait_id: 'of another', within_ms: LONG };
    waits.wanted('env', wanted);
    expect(await waits.wait(VERSION, LONG)).toHaveProperty('not_waited');
    waits.counted('env', { ...count({ delivered: 2, streams: 1 }), wait_id: 'of another' });
    expect(waits.latest('env')).toMatchObject({ clients: 3, delivered: 2 });
    waits.wanted('env', { ...wanted, within_ms: 0 });
    const next = waits.wait(VERSION, 1);
    expect(await next).not.toHaveProperty('not_waited');
  });

  it('S81 refuses the next wait at once when 500 are in progress', () => {
    const follow = (n: number) => waits.follow({ ...VERSION, environmentId: `env ${n}` }, LONG);
    for (let n = 0; n < 500; n++) expect(follow(n)).not.toHaveProperty('not_waited');
    expect(follow(500)).toMatchObject({ position: 'e-7', not_waited: 'Too many requests wait for clients.' });
  });

  it('ends when the process stops', async () => {
    const answer = waits.wait(VERSION, LONG);
    waits.onModuleDestroy();
    expect(await answer).toMatchObject({ waiting: [{ replica: 'a', streams: 3 }] });
  });
});

describe('following a change', () => {
  const LATER = { ...VERSION, revision: 8 };
  const begun = () => published.filter(({ within_ms }) => within_ms > 0).map(({ revision }) => revision);

  it('counts once, from the first request', () => {
    expect(waits.follow(VERSION, LONG)).toMatchObject({ position: 'e-7', clients: 3, delivered: 0 });
    waits.counted('env', count({ delivered: 1, streams: 2 }));
    expect(waits.follow(VERSION, LONG)).toMatchObject({ clients: 3, delivered: 1, waiting: [{ streams: 2 }] });
    waits.counted('env', count({}));
    expect(waits.follow(VERSION, LONG)).toMatchObject({ delivered: 3, waiting: [], complete: true });
    expect(begun()).toEqual([7]);
  });

  it('yields to a later change, and to a request that waits', async () => {
    waits.follow(VERSION, LONG);
    expect(waits.follow(LATER, LONG)).toMatchObject({ position: 'e-8', clients: 3 });
    const ended = { wait_id: published[0]!.wait_id, within_ms: 0 };
    expect(published).toContainEqual(expect.objectContaining(ended));
    expect(await waits.wait({ ...VERSION, revision: 9 }, 1)).not.toHaveProperty('not_waited');
    expect(begun()).toEqual([7, 8, 9]);
  });

  it('also yields when another replica began it', () => {
    const wanted = { v: 1, event_id: '', occurred_at: '', epoch: 'e', revision: 7 } as const;
    waits.wanted('env', { ...wanted, wait_id: 'of another', within_ms: LONG, yields: true });
    expect(waits.follow(LATER, LONG)).toMatchObject({ position: 'e-8' });
    expect(published[0]).toMatchObject({ wait_id: 'of another', within_ms: 0 });
  });

  it('does not interrupt a request that waits, and then counts the missing clients', async () => {
    const answer = waits.wait(VERSION, 50);
    expect(waits.follow(LATER, LONG)).toHaveProperty('not_waited');
    expect(waits.follow(VERSION, LONG)).not.toHaveProperty('not_waited');
    expect(await answer).toMatchObject({ waiting: [{ streams: 3 }] });
    waits.follow(VERSION, LONG);
    expect(begun()).toEqual([7, 7]);
  });

  it('reports unknown clients while NATS is down', () => {
    waits.follow(VERSION, LONG);
    connected = false;
    expect(waits.follow(VERSION, LONG)).toMatchObject({ unknown: 3, not_waited: expect.any(String) });
  });
});
