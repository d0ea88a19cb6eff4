import { describe, expect, it } from '@jest/globals';
import type { Flag } from '@burgee/evaluation';
import { aRow } from '@burgee/testing/unit';
import { BurgeeError } from './burgee-error.js';
import type { FlagState } from './flag-state.js';
import { type ConnectionState, type Effect, step, type Trigger } from './step.js';

const flagsOf = (...rows: Flag[]) => new Map(rows.map((row) => [row.key, row]));
const flagState = (version: string, ...rows: Flag[]) => ({ flags: flagsOf(...rows), version });
const EMPTY = flagState('');

const start = ({ held = EMPTY, stream = true, pollInterval = 60_000, failures = 0 } = {}): ConnectionState => ({
  held_: held,
  wantsStream_: stream,
  pollMs_: pollInterval,
  target_: '',
  fetchReasons_: 0,
  fetchAttempts_: 0,
  streamAttempts_: 0,
  failedStreams_: failures,
});
const heldBy = ({ held_ }: ConnectionState): FlagState => held_;

/** Feeds the triggers one after the other, with a random number of 1 unless given another. */
function feed(state: ConnectionState, triggers: readonly Trigger[], random = 1): [ConnectionState, Effect[]] {
  let next = state;
  let effects: readonly Effect[] = [];
  for (const trigger of triggers) [next, effects] = step(next, trigger, random);
  return [next, [...effects]];
}
const after = (state: ConnectionState, ...triggers: Trigger[]) => feed(state, triggers)[0];
/** The effects of the last trigger. */
const effectsOf = (state: ConnectionState, ...triggers: Trigger[]) => feed(state, triggers)[1];

const answer = (version: string, ...rows: Flag[]): Trigger => ({
  type: 'answer',
  version: '',
  held_: flagState(version, ...rows),
  stale_: false,
});
const answerTo = (asked: string, version: string, ...rows: Flag[]): Trigger =>
  ({ ...answer(version, ...rows), version: asked }) as Trigger;
const stale = (trigger: Trigger): Trigger => ({ ...trigger, stale_: true }) as Trigger;
const notModified = (version: string): Trigger => ({ type: 'answer', version, held_: undefined, stale_: false });
const flagsEnded = (error?: BurgeeError): Trigger => ({ type: 'flagsEnded', error });
const streamEnded = (error?: BurgeeError): Trigger => ({ type: 'streamEnded', error });
const heartbeat: Trigger = { type: 'event', '': 'hb' };
/** The names of the effects, without messages. */
const warns = (code: string) => ['warn', expect.objectContaining({ code, fatal: false })];
const send = (event: string, id: string, data: object = {}): Trigger => ({
  type: 'event',
  event,
  id,
  data: JSON.stringify(data),
});
const ready = (id: string) => send('ready', id);
const updated = (id: string, row: Flag) => send('flag_updated', id, { ...row, environment_id: 'e', revision: 1 });
const deleted = (id: string, key: string) => send('flag_deleted', id, { flag_id: 'f', key });
const snapshot = (id: string, ...flags: Flag[]) => send('snapshot', id, { environment_id: 'e', flags });

const UNREACHABLE = new BurgeeError('unreachable', 'does not answer');
const MALFORMED = new BurgeeError('malformed', 'does not answer with flags');
const REFUSED = new BurgeeError('sdk_key_invalid', 'wrong key', true);
const BUSY = new BurgeeError('unexpected_status', 'answered 503', false, 100_000);

/** Fetched and live, at this version. */
const live = (version: string, ...rows: Flag[]) =>
  after(start(), { type: 'flags' }, { type: 'stream' }, answer(version, ...rows), flagsEnded(), ready(version));
/** A live state during a fetch that began at its version. */
const fetching = (version: string, ...rows: Flag[]) => after(live(version, ...rows), { type: 'flags' });

describe('the first requests', () => {
  it('are sent at once', () => {
    expect(effectsOf(start(), { type: 'flags' })).toEqual([['flags']]);
    expect(effectsOf(start(), { type: 'stream' })).toEqual([['stream']]);
  });

  it("store the answer's flags, and are ready", () => {
    const [state, effects] = feed(start(), [{ type: 'flags' }, answer('e-1', aRow('a'))]);
    expect([heldBy(state), effects]).toEqual([flagState('e-1', aRow('a')), [['ready']]]);
  });

  it('keep the flags after a 304, and are ready', () => {
    const held = flagState('e-1', aRow('a'));
    const [state, effects] = feed(start({ held }), [{ type: 'flags' }, notModified('e-1')]);
    expect(heldBy(state)).toBe(held);
    expect(effects).toEqual([['ready']]);
  });

  it('are ready once the stream continues at the same version', () => {
    const state = after(start(), { type: 'flags' }, answer('e-1'), flagsEnded(), { type: 'stream' });
    expect(effectsOf(state, ready('e-1'))).toEqual([['ready']]);
  });

  it('ignore a ready without an id: a snapshot follows', () => {
    const state = after(start(), { type: 'flags' }, answer('e-1'), flagsEnded(), { type: 'stream' });
    expect(feed(state, [ready('')])).toEqual([state, []]);
    expect(effectsOf(state, ready(''), snapshot('f-1'))).toEqual([['ready']]);
    expect(effectsOf(state, ready(''), streamEnded(UNREACHABLE))[1]).toEqual(['flags']);
  });

  it('wait for the answer under way to be ready', () => {
    const state = after(start({ held: flagState('e-1') }), { type: 'flags' }, { type: 'stream' });
    expect(effectsOf(state, ready('e-1'))).toEqual([]);
    expect(effectsOf(state, ready('e-1'), notModified('e-1'))).toEqual([['ready']]);
  });
});

describe('an answer', () => {
  it('replaces an older state', () => {
    expect(heldBy(after(fetching('e-3'), answerTo('e-3', 'e-5', aRow('a'))))).toEqual(flagState('e-5', aRow('a')));
  });

  it('changes nothing when it is older than the flags', () => {
    expect(heldBy(after(fetching('e-3', aRow('a')), answerTo('e-3', 'e-2')))).toEqual(flagState('e-3', aRow('a')));
    const moved = after(fetching('e-3'), updated('e-4', aRow('b')), answerTo('e-3', 'e-3'));
    expect(heldBy(moved)).toEqual(flagState('e-4', aRow('b')));
  });

  it('of another epoch replaces the flags', () => {
    expect(heldBy(after(fetching('e-30'), answerTo('e-30', 'f-2')))).toEqual(flagState('f-2'));
  });

  it('of another epoch changes nothing when the stream has moved on since the request', () => {
    const state = after(fetching('e-1'), snapshot('f-2', aRow('z')), answerTo('e-1', 'e-3'));
    expect(heldBy(state)).toEqual(flagState('f-2', aRow('z')));
  });

  it('of another epoch replaces changes that the stream made in the old epoch since the request', () => {
    const moved = after(fetching('e-1'), updated('e-2', aRow('b')));
    expect(heldBy(after(moved, answerTo('e-1', 'f-1', aRow('z'))))).toEqual(flagState('f-1', aRow('z')));
  });

  it('still shows that the service answers when it is dropped', () => {
    const state = after(fetching('e-1'), snapshot('f-2'));
    expect(effectsOf(state, answerTo('e-1', 'e-3'))).toEqual([['ready']]);
  });

  it('that is marked stale never changes the epoch, but moves forward within one', () => {
    expect(heldBy(after(fetching('f-3'), stale(answerTo('f-3', 'e-90'))))).toEqual(flagState('f-3'));
    expect(heldBy(after(fetching('f-3'), stale(answerTo('f-3', 'f-4'))))).toEqual(flagState('f-4'));
  });

  it('that is marked stale is used when there are no flags', () => {
    expect(heldBy(after(start(), { type: 'flags' }, stale(answer('e-1'))))).toEqual(flagState('e-1'));
  });

  it('without a version replaces everything', () => {
    expect(heldBy(after(start(), { type: 'flags' }, answer('', aRow('a'))))).toEqual(flagState('', aRow('a')));
    expect(heldBy(after(fetching('e-1'), stale(answerTo('e-1', '', aRow('a')))))).toEqual(flagState('', aRow('a')));
  });

  it('without a version does not count as behind, and causes a message', () => {
    const noPosition = answerTo('e-3', '', aRow('a'));
    const [state, effects] = feed(live('e-3'), [ready('e-5'), noPosition]);
    expect(effects).toEqual([warns('position_missing'), ['ready']]);
    expect(effectsOf(state, flagsEnded())).toEqual([]);
    const changed = updated('e-6', aRow('a'));
    expect(effectsOf(state, flagsEnded(), changed)).toEqual([['flags']]);
    expect(effectsOf(state, flagsEnded(), changed, noPosition, flagsEnded())).toEqual([]);
  });
});

describe('a change', () => {
  it('is applied when it is the next one', () => {
    const state = live('e-1', aRow('a'));
    const [next, effects] = feed(state, [updated('e-2', aRow('b'))]);
    expect([heldBy(next), effects]).toEqual([flagState('e-2', aRow('a'), aRow('b')), []]);
    expect(heldBy(after(next, deleted('e-3', 'a')))).toEqual(flagState('e-3', aRow('b')));
    expect(heldBy(state)).toEqual(flagState('e-1', aRow('a')));
  });

  it('is ignored when it is late or repeated', () => {
    const state = live('e-5', aRow('a'));
    expect(feed(state, [updated('e-4', aRow('b'))])).toEqual([state, []]);
    expect(feed(state, [deleted('e-5', 'a')])).toEqual([state, []]);
  });

  it.each([
    ['after a gap', 'e-5'],
    ['of another epoch', 'f-4'],
    ['without an id', ''],
  ])('causes a fetch %s', (_, id) => {
    const [state, effects] = feed(live('e-3'), [updated(id, aRow('a'))]);
    expect([heldBy(state), effects]).toEqual([flagState('e-3'), [['flags']]]);
  });

  it('that is malformed throws', () => {
    const cut: Trigger = { type: 'event', event: 'flag_updated', id: 'e-2', data: '{"key":' };
    expect(() => after(live('e-1'), cut)).toThrow(SyntaxError);
    expect(() => after(live('e-1'), send('snapshot', 'e-2', { flags: [null] }))).toThrow(SyntaxError);
    for (const event of ['flag_updated', 'flag_deleted'])
      expect(() => after(live('e-1'), send(event, 'e-2', { flag_id: 'f' }))).toThrow(SyntaxError);
  });
});

describe('a snapshot', () => {
  it('replaces everything, even with an older version', () => {
    for (const version of ['e-2', 'e-50', 'f-7'])
      expect(heldBy(after(live('e-50', aRow('a')), snapshot(version, aRow('z'))))).toEqual(
        flagState(version, aRow('z')),
      );
  });
});

describe('other events', () => {
  it('change nothing', () => {
    const state = live('e-1');
    expect(feed(state, [{ type: 'event', event: 'from_the_future', id: 'e-9', data: 'no JSON' }])).toEqual([state, []]);
    expect(feed(state, [{ type: 'event' }])).toEqual([state, []]);
  });

  it.each(['ready', 'snapshot', 'flag_updated', 'flag_deleted'])('include events without data: %s', (event) => {
    const state = after(live('e-1'), streamEnded(), { type: 'stream' });
    for (const data of [undefined, ''])
      expect(feed(state, [{ type: 'event', event, id: 'e-2', ...(data === '' && { data }) }])).toEqual([state, []]);
  });
});

describe('a lag behind the stream', () => {
  it.each([
    ['a stream that continues further on', ready('e-5')],
    ['a gap', updated('e-5', aRow('a'))],
  ])('causes fetches with pauses until an answer covers it: %s', (_, trigger) => {
    const state = live('e-3');
    expect(effectsOf(state, trigger)).toEqual([['flags']]);
    const behind = after(state, trigger, answerTo('e-3', 'e-4'));
    expect(effectsOf(state, trigger, answerTo('e-3', 'e-4'))).toEqual([]);
    expect(effectsOf(behind, flagsEnded())).toEqual([
      ['flags', 1_000],
      ['error', undefined],
    ]);
    const again = after(behind, flagsEnded(), { type: 'flags' });
    expect(effectsOf(again, answerTo('e-4', 'e-5'))).toEqual([['ready']]);
    expect(effectsOf(again, answerTo('e-4', 'e-5'), flagsEnded())).toEqual([]);
  });

  it('during a fetch causes one more fetch right after it', () => {
    const state = fetching('e-1');
    expect(effectsOf(state, ready('e-2'))).toEqual([]);
    const done = after(state, ready('e-2'), updated('e-4', aRow('a')), answerTo('e-1', 'e-1'));
    expect(effectsOf(done, flagsEnded())).toEqual([['flags']]);
    expect(effectsOf(done, flagsEnded(), answerTo('e-1', 'e-4'), flagsEnded())).toEqual([]);
  });

  it('ends with a snapshot', () => {
    const state = after(live('e-1'), ready('e-9'), snapshot('e-9'));
    expect(effectsOf(state, notModified('e-9'), flagsEnded())).toEqual([]);
  });
});

describe('a fetch that fails', () => {
  const pauses = (error: BurgeeError, random: number) => {
    let state = start();
    return [1, 2, 3, 4, 5, 6, 7].map(() => {
      const [next, effects] = feed(state, [{ type: 'flags' }, flagsEnded(error)], random);
      state = next;
      return effects;
    });
  };

  it('is sent again after 1 s, doubled up to 30 s', () => {
    expect(pauses(UNREACHABLE, 1)).toEqual(
      [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].map((ms) => [
        ['flags', ms],
        ['error', UNREACHABLE],
      ]),
    );
  });

  it('waits a random part of the pause', () => {
    expect(pauses(UNREACHABLE, 0).map(([wait]) => wait?.[1])).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ]);
  });

  it('is not sent again before Retry-After', () => {
    expect(pauses(BUSY, 0)[0]).toEqual([
      ['flags', 100_000],
      ['error', BUSY],
    ]);
  });

  it('resets the pauses after a success', () => {
    const state = after(
      start(),
      { type: 'flags' },
      flagsEnded(UNREACHABLE),
      { type: 'flags' },
      flagsEnded(UNREACHABLE),
    );
    const well = after(state, { type: 'flags' }, answer('e-1'), flagsEnded());
    expect(effectsOf(well, { type: 'flags' }, flagsEnded(UNREACHABLE))[0]).toEqual(['flags', 1_000]);
  });

  it('is repeated until the first success with neither stream nor polls', () => {
    const state = start({ stream: false, pollInterval: 0 });
    const failed = [{ type: 'flags' }, flagsEnded(UNREACHABLE)] as const;
    expect(effectsOf(state, ...failed, ...failed)).toEqual([
      ['flags', 2_000],
      ['error', UNREACHABLE],
    ]);
    expect(effectsOf(state, ...failed, { type: 'flags' }, answer('e-1'), flagsEnded())).toEqual([]);
  });

  it('leaves the stream open', () => {
    const state = start({ pollInterval: 0 });
    expect(effectsOf(state, { type: 'flags' }, flagsEnded(BUSY))[0]).toEqual(['flags', 100_000]);
  });
});

describe('polls', () => {
  const fetched = [{ type: 'flags' }, answer('e-1'), flagsEnded()] as const;

  it('run 80 to 120 % of their interval apart, without a stream', () => {
    const state = start({ stream: false, pollInterval: 10_000 });
    const pauses = [0, 0.5, 1].map((random) => feed(state, fetched, random)[1][0]?.[1]);
    expect(pauses).toEqual([8_000, 10_000, expect.closeTo(12_000)]);
  });

  it('do not run with a stream, or when they are off', () => {
    expect(feed(start(), fetched)[1]).toEqual([]);
    for (const pollInterval of [0, -1, NaN])
      expect(feed(start({ stream: false, pollInterval }), fetched)[1]).toEqual([]);
  });

  it('take over after three streams that were never live, without an error while fetches succeed', () => {
    let state = after(start(), ...fetched);
    const effects = [1, 2, 3, 4].map(() => {
      const [next, effects] = feed(state, [{ type: 'stream' }, streamEnded(UNREACHABLE)]);
      state = after(next, answerTo('e-1', 'e-1'), flagsEnded());
      return effects;
    });
    expect(effects).toEqual([
      [['stream', 1_000], ['flags']],
      [['stream', 2_000], ['flags']],
      [['stream', 4_000], ['flags']],
      [['stream', 8_000]],
    ]);
    expect(effectsOf(state, ...fetched)).toEqual([['flags', expect.closeTo(72_000)], warns('stream_unavailable')]);
  });

  it('do not run sooner when both streams and fetches fail', () => {
    const state = after(start(), ...fetched, { type: 'flags' }, flagsEnded(UNREACHABLE));
    expect(effectsOf(state, { type: 'stream' }, streamEnded(UNREACHABLE))).toEqual([['stream', 1_000]]);
  });

  it('end when the stream is live again', () => {
    const ended = [{ type: 'stream' }, streamEnded(UNREACHABLE)] as const;
    const answered = [answerTo('e-1', 'e-1'), flagsEnded()] as const;
    const state = after(start(), ...fetched, ...ended, ...ended, ...ended, ...answered, ...answered);
    expect(effectsOf(state, { type: 'stream' }, ready('e-1'))).toEqual([['ready']]);
    expect(effectsOf(state, { type: 'stream' }, ready('e-1'), ...fetched)).toEqual([]);
  });

  it('do not take over when they are off: each failed stream is an error', () => {
    const ended = [{ type: 'stream' }, streamEnded(UNREACHABLE)] as const;
    const state = after(start({ pollInterval: 0 }), ...fetched, ...ended, ...ended, ...ended);
    expect(effectsOf(state, ...ended)).toEqual([
      ['stream', 8_000],
      ['error', UNREACHABLE],
    ]);
  });
});

describe('a stream that ends', () => {
  it('causes no error if it was live', () => {
    for (const error of [undefined, UNREACHABLE])
      expect(effectsOf(live('e-1'), streamEnded(error))).toEqual([
        ['stream', 1_000],
        ['error', undefined],
      ]);
  });

  it('is reopened after the value of retry:, then after twice as long each time', () => {
    const again = [{ type: 'stream' }, streamEnded()] as const;
    const state = after(live('e-1'), { type: 'event', retry: '4000' }, streamEnded());
    expect(effectsOf(after(live('e-1'), { type: 'event', retry: '4000' }), streamEnded())[0]).toEqual([
      'stream',
      4_000,
    ]);
    expect(effectsOf(state, ...again)[0]).toEqual(['stream', 8_000]);
    expect(effectsOf(state, ...again, ...again)[0]).toEqual(['stream', 16_000]);
  });

  it.each(['', 'x', '-5', '0'])('ignores retry: %j', (retry) => {
    expect(effectsOf(live('e-1'), { type: 'event', retry }, streamEnded())[0]).toEqual(['stream', 1_000]);
  });

  it('is not reopened before Retry-After', () => {
    expect(effectsOf(start(), { type: 'stream' }, streamEnded(BUSY))[0]).toEqual(['stream', 100_000]);
  });

  it.each([
    ['an event', [ready('e-1')]],
    ['a heartbeat', [heartbeat]],
  ])('resets the pauses once it has brought %s', (_, triggers) => {
    const again = [{ type: 'stream' }, streamEnded()] as const;
    const state = after(live('e-1'), streamEnded(), ...again, ...again);
    expect(effectsOf(state, ...again)[0]).toEqual(['stream', 8_000]);
    expect(effectsOf(state, { type: 'stream' }, ...triggers, streamEnded())[0]).toEqual(['stream', 1_000]);
  });

  it('does not reset the pauses for a retry: alone', () => {
    const state = after(live('e-1'), streamEnded(), { type: 'stream' }, { type: 'event', retry: '1000' });
    expect(effectsOf(state, streamEnded())[0]).toEqual(['stream', 2_000]);
  });

  it('is not reopened within a second, however soon it ends', () => {
    for (const trigger of [ready('e-1'), { type: 'event', retry: '1' } as const])
      expect(feed(live('e-1'), [trigger, streamEnded()], 0)[1][0]).toEqual(['stream', 1_000]);
  });

  it('with a malformed event causes a fetch', () => {
    expect(effectsOf(live('e-1'), streamEnded(MALFORMED))).toEqual([
      ['stream', 1_000],
      ['error', undefined],
      ['flags'],
    ]);
  });

  it('with a refusal is a fatal error, even when polls have taken over', () => {
    expect(effectsOf(start(), { type: 'stream' }, streamEnded(REFUSED))[1]).toEqual(['error', REFUSED]);
    const polling = start({ failures: 5 });
    expect(effectsOf(polling, { type: 'stream' }, streamEnded(REFUSED))[1]).toEqual(['error', REFUSED]);
  });
});

describe('step', () => {
  it('changes neither state nor input', () => {
    const freeze = <T extends object>(value: T) => Object.freeze(value);
    const state = freeze(live('e-1', aRow('a'))) as ConnectionState;
    for (const trigger of [updated('e-2', aRow('b')), ready('e-9'), notModified('e-1'), flagsEnded(), streamEnded()])
      expect(() => step(state, freeze(trigger), 0)).not.toThrow();
    expect(heldBy(state)).toEqual(flagState('e-1', aRow('a')));
  });
});
