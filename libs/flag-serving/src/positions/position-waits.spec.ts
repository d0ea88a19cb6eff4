import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Position } from '@burgee/contracts/wire';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { PositionWaits } from './position-waits.js';

const LONG = 60_000;
const at = (revision: number, epoch = 'e'): Position => ({ epoch, revision });

let now: Position | undefined;
const newWaits = (milliseconds = LONG, waiting = 1_000) => new PositionWaits(() => now, { milliseconds, waiting });
const newResponse = () => new EventEmitter() as ServerResponse;

beforeEach(() => {
  now = at(5);
});

describe('a read that must see a write, where the source may be behind', () => {
  it.each([[5], [4]])('does not wait for what is there: %i', async (revision) => {
    expect(await newWaits().reach('env', at(revision), newResponse())).toBe(false);
  });

  it.each([
    ['the revision', at(7)],
    ['an epoch that is not known here yet', at(2, 'f')],
  ])('waits for %s, and no longer than that', async (_, min) => {
    const waits = newWaits();
    let over = false;
    const reached = waits.reach('env', min, newResponse()).finally(() => (over = true));
    now = at(6);
    waits.changed('env');
    waits.changed('other');
    await Promise.resolve();
    expect(over).toBe(false);
    now = min;
    waits.changed('env');
    expect(await reached).toBe(true);
  });

  it('waits for an environment that the source has not yet', async () => {
    now = undefined;
    const waits = newWaits();
    const reached = waits.reach('env', at(0), newResponse());
    now = at(0);
    waits.changed('env');
    expect(await reached).toBe(true);
  });

  it('ends when the time is over, and when the caller has left', async () => {
    expect(await newWaits(1).reach('env', at(6), newResponse())).toBe(true);
    const response = newResponse();
    const reached = newWaits().reach('env', at(6), response);
    response.emit('close');
    expect(await reached).toBe(true);
  });

  it('of one environment as many wait as are left for others, and each gives its place back', async () => {
    const waits = newWaits(LONG, 10);
    const wait = (id: string) => waits.reach(id, at(6), newResponse());
    const waiting = Array.from({ length: 5 }, () => wait('env'));
    await expect(wait('env')).rejects.toMatchObject({ code: 'overloaded' });
    waiting.push(...Array.from({ length: 3 }, () => wait('other')));
    await expect(wait('other')).rejects.toMatchObject({ code: 'overloaded' });
    const arrive = () => {
      now = at(6);
      for (const id of ['env', 'other']) waits.changed(id);
    };
    arrive();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => true));
    now = at(5);
    const again = wait('env');
    arrive();
    expect(await again).toBe(true);
  });
});
