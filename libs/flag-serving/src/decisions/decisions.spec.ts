import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeyKind } from '@burgee/contracts/wire';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { type ServingAdmission, createServingAdmission } from '../source/admission.js';
import { DecidableFlagSets } from './decidable-flag-sets.js';
import { Decisions } from './decisions.js';

const RULE = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' };
const FLAG = { name: 'A', type: 'boolean', is_enabled: true, rollout_percentage: 50, ...RULE };
const setOf = (environmentId: string, count: number) => {
  const flags = Array.from({ length: count }, (_, n) => ({ flag_id: `f-${n}`, key: `k-${n}`, ...FLAG }));
  return new RenderedFlagSet({ environmentId, epoch: 'x', revision: 1, body: Buffer.from(JSON.stringify(flags)) });
};

describe('decisions of pages', () => {
  let now: number;
  let admission: ServingAdmission;
  let decisions: Decisions;
  let done: string[];
  let steps: number;
  beforeEach(() => {
    now = 0;
    steps = 0;
    done = [];
    // Each reading of the clock takes a tenth of a millisecond, like a step.
    jest.spyOn(performance, 'now').mockImplementation(() => (steps++, (now += 0.1)));
    admission = createServingAdmission((environmentId) => ['account', environmentId]);
    const networksOf = ({ headers }: IncomingMessage) => String(headers.from).split(' ');
    decisions = new Decisions(new DecidableFlagSets(1e9, admission), admission, networksOf);
  });
  afterEach(() => void jest.restoreAllMocks());

  function ask(rendered: RenderedFlagSet, from: string, keyKind: KeyKind = 'client') {
    const response = Object.assign(new EventEmitter(), { writableEnded: false });
    const caller = {
      request: { headers: { from } } as unknown as IncomingMessage,
      response: response as unknown as ServerResponse,
      keyKind,
      environmentId: rendered.set.environmentId,
    };
    const flags = decisions.all(caller, rendered, { targetingKey: from });
    const outcome = flags.then(
      () => void done.push(from),
      (error: Error & { code?: string }) => error.code,
    );
    return { outcome, leave: () => response.emit('close') };
  }

  const MANY = 200;

  it('S67 of 400 pages behind one address are all answered, with any number of requests each', async () => {
    const rendered = setOf('shop', 20);
    const pages = Array.from({ length: 400 }, () => ask(rendered, '10.0.0.0/8 10.0.1.0/24 10.0.1.1'));
    const again = Array.from({ length: 2_000 }, () => ask(rendered, '10.0.0.0/8 10.0.1.0/24 10.0.1.1'));
    for (const { outcome } of [...pages, ...again]) expect(await outcome).toBeUndefined();
  });

  it('S67 of one address in a loop delay each other only', async () => {
    const rendered = setOf('shop', MANY);
    await ask(rendered, 'first').outcome;
    const loop = Array.from({ length: 100 }, () => ask(rendered, '10.0.0.0/8 10.0.1.0/24 10.0.1.1'));
    const neighbor = ask(rendered, '10.0.0.0/8 10.0.1.0/24 10.0.1.2');
    const stranger = ask(rendered, '20.0.0.0/8 20.0.1.0/24 20.0.1.1');
    const server = ask(rendered, 'server', 'sdk');
    await Promise.all([neighbor.outcome, stranger.outcome, server.outcome]);
    expect(done.filter((from) => from.endsWith('10.0.1.1')).length).toBeLessThan(10);
    for (const { outcome } of loop) expect(await outcome).toBeUndefined();
  });

  it('S64 that take long are made in slices of 2 ms, with other work in between', async () => {
    const counted = { turns: 0, until: Infinity };
    const count = async () => {
      while (counted.turns < counted.until) {
        await nextTurn();
        counted.turns++;
      }
    };
    const counting = count();
    await ask(setOf('shop', 5_000), 'page').outcome;
    const { turns } = counted;
    counted.until = 0;
    await counting;
    // Parsing, preparing and deciding take one step per flag each.
    expect(turns).toBeGreaterThan((3 * 5_000 * 0.1) / 2 / 2);
  });

  it('S75 parse a flag set once for all concurrent requests', async () => {
    const rendered = setOf('shop', 1_000);
    const one = [ask(rendered, 'a')];
    await Promise.all(one.map(({ outcome }) => outcome));
    const stepsOfOne = steps;
    steps = 0;
    const other = setOf('other', 1_000);
    const pages = Array.from({ length: 10 }, (_, n) => ask(other, `page-${n}`));
    await Promise.all(pages.map(({ outcome }) => outcome));
    expect(steps).toBeLessThan(7 * stepsOfOne);
  });

  it('S64 stop when the client has left', async () => {
    const rendered = setOf('shop', MANY);
    await ask(rendered, 'first').outcome;
    const other = ask(rendered, 'other');
    const gone = ask(rendered, 'gone');
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    gone.leave();
    expect(await gone.outcome).toBe('request_too_slow');
    await other.outcome;
    expect(done).toEqual(['first', 'other']);
  });
});
