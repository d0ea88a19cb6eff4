import type { EdgeAccess, FlagSet } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { step } from './step.js';
import { type Effect, initialState, type SubscriptionState, type Trigger } from './subscription-state.js';

const NOW = 1_000_000;
const ENV = '7b0f7b46-0f6e-4c43-9a3f-1f2b3c4d5e6f';
const WHO_MAY_CALL: EdgeAccess = { environment_id: ENV, origins: [], keys: [] };
const RETRY = 4_000;

const event = (name: string, id: string | undefined, data: object): Trigger => ({
  type: 'event',
  fields: { event: name, data: JSON.stringify(data), ...(id !== undefined && { id }) },
});
const flag = (revision: number) => ({ environment_id: ENV, revision, flag_id: 'f', key: 'f' });
const change = (revision: number, epoch = 'e') => event('flag_updated', `${epoch}-${revision}`, flag(revision));
const snapshot = (revision: number, epoch = 'e') =>
  event('snapshot', `${epoch}-${revision}`, { environment_id: ENV, revision, flags: [flag(1)] });
const ready = event('ready', undefined, { environment_id: ENV, revision: 1 });
const accessEvent = event('access', undefined, {});
const opened: Trigger = { type: 'opened', ageSeconds: undefined };
const access: Trigger = { type: 'access', access: WHO_MAY_CALL, ageSeconds: undefined };
const heartbeat: Trigger = { type: 'event', fields: { '': 'hb' } };
const ended: Trigger = { type: 'ended', retryAfterMs: 0 };

/** The state and effects after these triggers. */
function after(state: SubscriptionState, ...triggers: Trigger[]): { state: SubscriptionState; effects: Effect[] } {
  let effects: Effect[] = [];
  for (const trigger of triggers) [state, effects] = step(state, trigger, NOW, 0.5);
  return { state, effects };
}
const START = initialState(ENV);
const LIVE = after(START, opened, ready, snapshot(3), accessEvent, access).state;

const published = (effects: Effect[], kind: string) =>
  effects.flatMap((effect) => (effect.do === 'publish' && effect.update.kind === kind ? [effect.update] : []));
const doneIn = (effects: Effect[]) => effects.map((effect) => effect.do);

describe('a subscription', () => {
  it('is current once it has a flag set, and knows who may call', () => {
    const withFlags = after(START, opened, ready, snapshot(3));
    const [{ set }] = published(withFlags.effects, 'flag-set') as unknown as [{ set: FlagSet }];
    expect({ ...set, body: JSON.parse(set.body.toString()) }).toEqual({
      environmentId: ENV,
      epoch: 'e',
      revision: 3,
      body: [flag(1)],
    });
    const told = after(withFlags.state, accessEvent);
    expect([told.state.isCurrent, told.effects]).toEqual([false, [{ do: 'ask-access', afterMs: 0 }]]);
    const { effects } = after(told.state, access);
    expect(published(effects, 'heard')).toEqual([{ kind: 'heard', environmentId: ENV, at: NOW, isCurrent: true }]);
  });

  it('passes each change on once, in order', () => {
    const { state, effects } = after(LIVE, change(4));
    expect(published(effects, 'change')).toMatchObject([{ row: { epoch: 'e', revision: 4, data: { flag_id: 'f' } } }]);
    for (const known of [change(4), change(3)]) {
      const again = after(state, known);
      expect([published(again.effects, 'change'), doneIn(again.effects), again.state.isCurrent]).toEqual([
        [],
        [],
        true,
      ]);
    }
  });

  it.each([
    ['a gap', change(5)],
    ['a change of another epoch', change(4, 'f')],
  ])('takes a whole flag set after %s', (_, trigger) => {
    const { state, effects } = after(LIVE, trigger);
    expect(published(effects, 'change')).toEqual([]);
    expect(effects).toContainEqual({ do: 'open', afterMs: 0, lastEventId: undefined });
    expect(doneIn(effects)).toContain('close');
    expect(state.isCurrent).toBe(false);
  });

  it('counts clients on request, and skips a malformed request', () => {
    const wanted = { wait_id: ENV, position: 'e-3', within_ms: 5_000 };
    const { effects } = after(LIVE, event('applied_wanted', undefined, wanted));
    expect(effects).toContainEqual({ do: 'count-applied', wanted });
    for (const wrong of [{ wait_id: 'x' }, { position: 'x' }, { within_ms: 'x' }]) {
      const ignored = after(LIVE, event('applied_wanted', undefined, { ...wanted, ...wrong }));
      expect([doneIn(ignored.effects), ignored.state.isCurrent]).toEqual([[], true]);
    }
  });

  it('adopts a flag set of another epoch', () => {
    const { state } = after(LIVE, snapshot(1, 'f'), change(2, 'f'));
    expect(state).toMatchObject({ position: { epoch: 'f', revision: 2 }, isCurrent: true });
  });

  it.each([
    ['is behind', [snapshot(2)]],
    ['has lost what it had given out, also where changes are missing', [change(9), snapshot(2)]],
  ])('is not taken back by an upstream that %s: it is stale until that has come as far', (_, triggers) => {
    const { state, effects } = after(LIVE, ...triggers);
    expect(published(effects, 'flag-set')).toEqual([]);
    expect(effects).toContainEqual({ do: 'report-behind', at: { epoch: 'e', revision: 2 } });
    expect(doneIn(effects)).toEqual(expect.arrayContaining(['close', 'open']));
    expect(state).toMatchObject({ position: { epoch: 'e', revision: 3 }, isCurrent: false });
    const back = after(state, opened, ready, snapshot(3), accessEvent, access);
    expect(back.state.isCurrent).toBe(true);
    const restored = after(state, opened, ready, snapshot(1, 'f'), accessEvent, access);
    expect(restored.state).toMatchObject({ position: { epoch: 'f', revision: 1 }, isCurrent: true });
  });

  it('S102 rejects events of another environment under any name', () => {
    const foreign = { environment_id: '../../etc', revision: 4 };
    for (const trigger of [
      event('snapshot', 'e-4', { ...foreign, flags: [] }),
      event('flag_updated', 'e-4', { ...flag(4), ...foreign }),
    ]) {
      const { effects } = after(LIVE, trigger);
      expect(effects.filter((effect) => effect.do === 'publish' && effect.update.kind !== 'heard')).toEqual([]);
      expect(doneIn(effects)).toEqual(expect.arrayContaining(['close', 'open']));
    }
  });

  it('reopens an ended stream where it left off, and stays current', () => {
    const { state, effects } = after(LIVE, change(4), ended);
    expect(effects).toEqual([{ do: 'open', afterMs: 500, lastEventId: 'e-4' }]);
    expect(state.isCurrent).toBe(true);
    const again = after(state, ended);
    expect(published(again.effects, 'heard')).toEqual([
      { kind: 'heard', environmentId: ENV, at: NOW, isCurrent: false },
    ]);
    expect(after(again.state, opened, ready).state.isCurrent).toBe(false);
    expect(after(again.state, opened, ready, accessEvent, access).state.isCurrent).toBe(true);
  });

  it('is not current before it has received all missed events', () => {
    const back = after({ ...LIVE, isCurrent: false, isLive: false, heardAt: 1 }, opened, ready, change(4), heartbeat);
    expect(back.state).toMatchObject({ position: { revision: 4 }, isCurrent: false, heardAt: 1 });
    expect(after(back.state, access).state).toMatchObject({ isCurrent: false, heardAt: 1 });
    expect(after(back.state, accessEvent, access).state).toMatchObject({ isCurrent: true, heardAt: NOW });
  });

  it('takes its age from an upstream edge, and never becomes older', () => {
    const asOf = (at: number): Trigger => ({
      type: 'event',
      fields: { '': `as-of ${new Date(at).toISOString()}` },
    });
    const aged = { ...LIVE, heardAt: NOW - 50_000 };
    expect(after(aged, asOf(NOW - 20_000)).state.heardAt).toBe(NOW - 20_000);
    expect(after(aged, asOf(NOW - 60_000)).state.heardAt).toBe(NOW - 50_000);
    expect(after(aged, asOf(NOW + 60_000)).state.heardAt).toBe(NOW);
    expect(after(aged, accessEvent, { ...access, asOf: NOW - 9_000 }).state.heardAt).toBe(NOW - 9_000);
  });

  it('confirms nothing during a request for access, and is stale after two failures in a row', () => {
    const asking = after({ ...LIVE, heardAt: 1 }, accessEvent, heartbeat).state;
    expect(asking).toMatchObject({ isCurrent: true, heardAt: 1 });
    const failed = after(asking, { type: 'access-failed' }).state;
    expect(failed.isCurrent).toBe(true);
    const again = after(failed, { type: 'access-failed' }).state;
    expect(again.isCurrent).toBe(false);
    expect(after(again, access).state).toMatchObject({ isCurrent: true, heardAt: NOW });
  });

  it('waits longer after each failed stream, and as long as the upstream demands', () => {
    const pauses = [1, 2, 3, 4, 20].map((times) => {
      const { effects } = after(START, ...Array.from({ length: times }, () => ended));
      return effects.flatMap((effect) => (effect.do === 'open' ? [effect.afterMs] : []));
    });
    expect(pauses.flat()).toEqual([750, 1_500, 3_000, 5_000, 5_000]);
    expect(after(START, { type: 'ended', retryAfterMs: RETRY }).effects).toContainEqual({
      do: 'open',
      afterMs: RETRY,
      lastEventId: undefined,
    });
  });

  it('is stale during silence, and recovers with the next event', () => {
    const { state } = after(LIVE, { type: 'silent' });
    expect(state.isCurrent).toBe(false);
    expect(after(state, heartbeat).state.isCurrent).toBe(true);
  });

  it('requests access one at a time, and again after a change during a request', () => {
    const first = after(LIVE, accessEvent);
    expect(doneIn(first.effects)).toContain('ask-access');
    const second = after(first.state, accessEvent);
    expect(doneIn(second.effects)).not.toContain('ask-access');
    expect(doneIn(after(second.state, access).effects)).toContain('ask-access');
    expect(doneIn(after(first.state, access).effects)).not.toContain('ask-access');
    expect(after(first.state, { type: 'access-failed' }).effects).toContainEqual({ do: 'ask-access', afterMs: 1_000 });
  });

  it('requests access again half a second after an answer, not for each change', () => {
    const asked = (state: SubscriptionState, sinceMs: number) => step(state, accessEvent, NOW + sinceMs, 0.5)[1];
    expect(after(LIVE, accessEvent).effects).toContainEqual({ do: 'ask-access', afterMs: 500 });
    expect(asked(LIVE, 200)).toContainEqual({ do: 'ask-access', afterMs: 300 });
    expect(asked(LIVE, 60_000)).toContainEqual({ do: 'ask-access', afterMs: 0 });
    expect(asked(LIVE, -60_000)).toContainEqual({ do: 'ask-access', afterMs: 500 });
  });

  it('takes its age from a stale upstream, and asks until that has recovered', () => {
    const { state, effects } = after(LIVE, accessEvent, { type: 'access', access: WHO_MAY_CALL, ageSeconds: 60 });
    expect(published(effects, 'heard')).toEqual([
      { kind: 'heard', environmentId: ENV, at: NOW - 60_000, isCurrent: false },
    ]);
    expect(effects).toContainEqual({ do: 'ask-access', afterMs: 5_000 });
    expect(after(state, heartbeat).state).toMatchObject({ isCurrent: false, heardAt: NOW - 60_000 });
    expect(after(state, access).state.isCurrent).toBe(true);
  });

  it('starts over after a malformed event', () => {
    const broken: Trigger = { type: 'event', fields: { event: 'flag_updated', id: 'e-4', data: '{' } };
    expect(doneIn(after(LIVE, broken).effects)).toEqual(expect.arrayContaining(['close', 'open']));
    expect(published(after(LIVE, event('of-a-newer-burgee', 'e-9', {})).effects, 'change')).toEqual([]);
  });
});
