import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Position } from '@burgee/contracts/wire';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PositionWaits } from './position-waits.js';

const LONG = 60_000;
const at = (revision: number, epoch = 'e'): Position => ({ epoch, revision });

let now: Position | undefined;
const newWaits = (milliseconds = LONG, waiting = 1_000) =>
  new PositionWaits(
    () => now,
    ({ headers }) => [String(headers.host)],
    { milliseconds, waiting },
  );
const from = (network: string) => ({ headers: { host: network } }) as IncomingMessage;
const request = from('home');
const newResponse = () => new EventEmitter() as ServerResponse;

beforeEach(() => {
  now = at(5);
});

describe('a read that must see a write, where the source may be behind', () => {
  it.each([[5], [4]])('does not wait for a reached position: %i', async (revision) => {
    expect(await newWaits().reach('env', [at(revision)], request, newResponse())).toBe(false);
  });

  it.each([
    ['the revision', at(7)],
    ['an epoch that is not known here yet', at(2, 'f')],
  ])('waits for %s, and no longer than that', async (_, min) => {
    const waits = newWaits();
    let over = false;
    const reached = waits.reach('env', [min], request, newResponse()).finally(() => (over = true));
    now = at(6);
    waits.changed('env');
    waits.changed('other');
    await Promise.resolve();
    expect(over).toBe(false);
    now = min;
    waits.changed('env');
    expect(await reached).toBe(true);
  });

  it('waits for an environment that the source does not have yet', async () => {
    now = undefined;
    const waits = newWaits();
    const reached = waits.reach('env', [at(0)], request, newResponse());
    now = at(0);
    waits.changed('env');
    expect(await reached).toBe(true);
  });

  it('ends at the timeout, and when the client has left', async () => {
    expect(await newWaits(1).reach('env', [at(6)], request, newResponse())).toBe(true);
    const response = newResponse();
    const reached = newWaits().reach('env', [at(6)], request, response);
    response.emit('close');
    expect(await reached).toBe(true);
  });

  it('ends after two seconds by default', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    try {
      let over = false;
      const reached = new PositionWaits(
        () => now,
        () => [],
        { waiting: 1_000 },
      )
        .reach('env', [at(6)], request, newResponse())
        .finally(() => (over = true));
      jest.advanceTimersByTime(1_999);
      await new Promise(setImmediate);
      expect(over).toBe(false);
      jest.advanceTimersByTime(1);
      expect(await reached).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is one of up to a thousand over all environments; all see the write when it arrives', async () => {
    const waits = newWaits();
    const refused: unknown[] = [];
    const all = Array.from({ length: 1_100 }, (_, n) =>
      waits
        .reach(`env ${n}`, [at(6)], from(`network ${n}`), newResponse())
        .catch((error: unknown) => void refused.push(error)),
    );
    await new Promise(setImmediate);
    // The last slots stay free, so that one environment cannot take all of them.
    expect(refused.length).toBeGreaterThanOrEqual(100);
    expect(refused.length).toBeLessThan(110);
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: 'overloaded' })));
    now = at(6);
    for (let n = 0; n < 1_100; n++) waits.changed(`env ${n}`);
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1_100 - refused.length);
  });

  it.each([
    ['one environment, from wherever', 14, () => 'env', (n: number) => `network ${n}`],
    ['one network, over all environments', 14, (n: number) => `env ${n}`, () => 'home'],
  ])('has a part of the places that are left, and gives each back: %s', async (_, places, environment, network) => {
    const waits = newWaits(LONG, 100);
    const wait = (n: number) => waits.reach(environment(n), [at(6)], from(network(n)), newResponse());
    const waiting = Array.from({ length: places }, (_one, n) => wait(n));
    await expect(wait(places)).rejects.toMatchObject({ code: 'overloaded' });
    const other = waits.reach('other', [at(6)], from('elsewhere'), newResponse());
    now = at(6);
    for (let n = 0; n < places; n++) waits.changed(environment(n));
    waits.changed('other');
    expect(await Promise.all([...waiting, other])).not.toContain(false);
    now = at(5);
    const again = wait(0);
    now = at(6);
    waits.changed(environment(0));
    expect(await again).toBe(true);
  });
});
