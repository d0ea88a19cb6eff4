import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DomainError } from '@burgee/contracts/wire';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ServingAdmission, createServingAdmission } from '../source/admission.js';
import { StreamAdmission } from './stream-admission.js';
import { StreamLimits } from './stream-limits.js';

const WAITING_AT_MOST = 4_096;

describe('requests for streams', () => {
  let admission: ServingAdmission;
  let streams: StreamAdmission;
  let opened: string[];
  beforeEach(() => {
    // The environments of an account begin with its name.
    admission = createServingAdmission((id) => [id.split('-')[0] ?? '', id]);
    const settings = { total: 100_000, perKey: 100_000, perAddress: 100_000 };
    const limits = new StreamLimits(settings, { forStreams: 100_000 }, { streamRefused: () => undefined });
    const networksOf = ({ headers }: IncomingMessage) => [String(headers.from)];
    streams = new StreamAdmission(admission, limits, { networksOf, blockOf: (request) => networksOf(request)[0]! });
    opened = [];
  });

  /** Leaves its seat when `opens` has resolved. */
  function ask(environmentId: string, from = 'home', opens: Promise<void> = Promise.resolve()) {
    const response = Object.assign(new EventEmitter(), { destroyed: false, writableEnded: false });
    const request = { headers: { from } } as unknown as IncomingMessage;
    const admitted = streams.admit(request, response as unknown as ServerResponse, 'key', environmentId);
    const outcome = admitted.then(
      async ({ seat }) => {
        opened.push(`${environmentId} ${from}`);
        await opens;
        seat.leave();
        return 'opened';
      },
      (error: DomainError) => error,
    );
    const leave = () => {
      response.destroyed = true;
      response.emit('close');
    };
    return { outcome, leave };
  }

  const blocked = () => {
    let free = () => {};
    const isFree = new Promise<void>((resolve) => (free = resolve));
    return { isFree, free: () => free() };
  };

  it('S39 of an account that opens thousands do not delay other accounts', async () => {
    const { isFree, free } = blocked();
    const loop = Array.from({ length: 1_000 }, (_, n) => ask(`loop-${n % 10}`, 'loop', isFree));
    expect(await ask('person-1').outcome).toBe('opened');
    expect(opened.length).toBeLessThan(16);
    free();
    for (const { outcome } of loop) expect(await outcome).toBe('opened');
  });

  it('S39 of one network take turns with other networks of the same environment', async () => {
    const { isFree, free } = blocked();
    const loop = Array.from({ length: 100 }, () => ask('team-1', 'loop', isFree));
    const person = ask('team-1', 'person');
    free();
    await person.outcome;
    expect(opened.indexOf('team-1 person')).toBeLessThan(20);
    for (const { outcome } of loop) await outcome;
  });

  it('S52 are bounded: the longest flow is refused, with a longer retry time the more were refused', async () => {
    const { isFree, free } = blocked();
    const loop = Array.from({ length: 3 * WAITING_AT_MOST }, () => ask('loop-1', 'loop', isFree));
    const person = ask('person-1');
    expect(await person.outcome).toBe('opened');
    free();
    const outcomes = await Promise.all(loop.map(({ outcome }) => outcome));
    const refused = outcomes.filter((outcome) => typeof outcome !== 'string');
    expect(refused.length).toBeGreaterThan(WAITING_AT_MOST);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['streams_busy']));
    const waits = refused.map(({ options }) => options.retryAfterSeconds ?? 0);
    expect(Math.min(...waits)).toBe(1);
    expect(Math.max(...waits)).toBeGreaterThan(8);
  });

  it('free their slot when the client leaves', async () => {
    const { isFree, free } = blocked();
    const all = Array.from({ length: 8 }, () => ask('loop-1', 'loop', isFree));
    const gone = ask('loop-1');
    await new Promise(setImmediate);
    gone.leave();
    expect(await gone.outcome).toMatchObject({ code: 'request_too_slow' });
    free();
    for (const { outcome } of all) expect(await outcome).toBe('opened');
    expect(opened).not.toContain('loop-1 home');
  });
});
