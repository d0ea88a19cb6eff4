import { type ChangeRow, type FlagSet, formatPosition, isBehind } from '@burgee/contracts/wire';
import { type EventFields, pauseBefore } from '@burgee/sdk/stream';
import type { UpstreamUpdate } from '../cached/update.js';
import { readEvent, type UpstreamEvent } from './read-event.js';
import type { Effect, SubscriptionState, Trigger } from './subscription-state.js';

/** While the upstream is stale itself, whether it still is. */
const ASK_WHILE_STALE_MS = 5_000;
/** Until access is asked for again, when the upstream did not give it. */
const ACCESS_RETRY_MS = 1_000;
/** Whoever changes origins or keys in a loop makes edges ask no more often than this. */
const ACCESS_EVERY_MS = 500;
/** A stream ends now and then: another one is opened soon, and not by all edges at the same moment. */
const REOPEN_WITHIN_MS = 1_000;

/** One failure alone says nothing: another request may be answered. */
const ACCESS_FAILURES_UNTIL_STALE = 2;

/** So that an edge has recovered soon after its upstream has. */
const PAUSE_AT_MOST_MS = 5_000;

/** What it tells of is stored under the name of its environment: the upstream does not choose that name. */
function isOfAnother(event: UpstreamEvent, environmentId: string): boolean {
  if (event.kind === 'snapshot') return event.set.environmentId !== environmentId;
  return event.kind === 'change' && event.row.environment_id !== environmentId;
}

const idOf = ({ position, needsFlags }: SubscriptionState) =>
  position && !needsFlags ? formatPosition(position) : undefined;

/** When what a word confirms was so. An edge says it of its own upstream. */
function wordOf(trigger: Trigger, now: number): number {
  if (trigger.type === 'access') return Math.min(Math.max(0, trigger.asOf ?? now), now);
  if (trigger.type !== 'event') return now;
  const [, at] = /^as-of (.+)$/.exec(trigger.fields[''] ?? '') ?? [];
  return at === undefined ? now : Math.min(Math.max(0, Date.parse(at) || 0), now);
}

/**
 * What a subscription does next. Pure: time and chance are part of the input.
 * @param now ms since 1970
 * @param random 0 to 1
 */
export function step(
  before: SubscriptionState,
  trigger: Trigger,
  now: number,
  random: number,
): [SubscriptionState, Effect[]] {
  let state = before;
  const effects: Effect[] = [];
  const set = (change: Partial<SubscriptionState>) => (state = { ...state, ...change });
  const publish = (update: UpstreamUpdate) => effects.push({ do: 'publish', update });
  const askAccess = (afterMs: number) => effects.push({ do: 'ask-access', afterMs });

  function startOver(afterMs: number): void {
    effects.push({ do: 'close' }, { do: 'open', afterMs, lastEventId: idOf(state) });
    set({ isLive: false, hasAccess: false });
  }

  /** One request at a time, and another one a while after its answer when there was a reason for it meanwhile. */
  function needAccess(): void {
    set({ accessAsked: state.accessAsked + 1 });
    const sinceLast = Math.max(0, now - state.accessAt);
    if (state.accessAsked === 1) askAccess(Math.max(0, ACCESS_EVERY_MS - sinceLast));
  }

  function receive(fields: EventFields): void {
    const retryMs = Math.max(Number(fields.retry), 0) || state.retryMs;
    set({ retryMs });
    const event = readEvent(fields, now);
    if (event === undefined) return;
    if (event.kind === 'malformed' || isOfAnother(event, state.environmentId))
      startOver(pauseBefore(state.failures, random));
    else if (event.kind === 'access') {
      set({ isLive: true, failures: 0 });
      needAccess();
    } else if (event.kind === 'applied-wanted') effects.push({ do: 'count-applied', wanted: event.wanted });
    else if (event.kind === 'snapshot') receiveSnapshot(event.set);
    else if (event.kind === 'change') receiveChange(event.row);
  }

  /** One of an earlier revision is of an upstream that is behind, or was restored: nothing is taken back, and nothing mixed up. */
  function receiveSnapshot(flags: FlagSet): void {
    const { epoch, revision } = flags;
    const { position, failures } = state;
    if (position && isBehind(flags, position)) {
      effects.push({ do: 'report-behind', at: { epoch, revision } });
      startOver(Math.min(pauseBefore(failures, random), PAUSE_AT_MOST_MS));
      set({ failures: failures + 1 });
      return;
    }
    set({ position: { epoch, revision }, needsFlags: false });
    publish({ kind: 'flag-set', set: flags });
  }

  function receiveChange(row: ChangeRow): void {
    const { position } = state;
    const follows = row.epoch === position?.epoch ? row.revision - position.revision : NaN;
    if (follows === 1) {
      set({ position: { epoch: row.epoch, revision: row.revision } });
      publish({ kind: 'change', row });
    } else if (!(follows <= 0)) {
      // What is missing does not come any more.
      set({ needsFlags: true });
      startOver(0);
    }
  }

  function noteFreshness(ageSeconds: number | undefined): void {
    if (ageSeconds === undefined) set({ staleSince: undefined });
    else set({ staleSince: now - ageSeconds * 1_000 });
  }

  if (trigger.type === 'opened') noteFreshness(trigger.ageSeconds);
  else if (trigger.type === 'event') receive(trigger.fields);
  else if (trigger.type === 'ended') {
    const { isLive, failures, retryMs } = state;
    const soon = random * Math.min(REOPEN_WITHIN_MS, retryMs || REOPEN_WITHIN_MS);
    const pause = isLive ? soon : Math.min(pauseBefore(failures, random), PAUSE_AT_MOST_MS);
    const afterMs = Math.max(pause, trigger.retryAfterMs);
    set({ isLive: false, hasAccess: false, failures: isLive ? 0 : failures + 1 });
    effects.push({ do: 'open', afterMs, lastEventId: idOf(state) });
  } else if (trigger.type === 'access') {
    const isAskedAgain = state.accessAsked > 1;
    set({ hasAccess: state.isLive, accessAsked: 0, accessAt: now, accessFailures: 0 });
    noteFreshness(trigger.ageSeconds);
    publish({ kind: 'access', access: trigger.access });
    if (isAskedAgain) needAccess();
    else if (state.staleSince !== undefined) {
      set({ accessAsked: 1 });
      askAccess(ASK_WHILE_STALE_MS);
    }
  } else if (trigger.type === 'access-failed') {
    set({ accessFailures: state.accessFailures + 1 });
    if (state.accessAsked > 0) askAccess(ACCESS_RETRY_MS);
  } else if (trigger.type === 'ask-access') needAccess();

  // A stream that has just ended says nothing of the upstream yet; a second one that does not open does.
  const isConnected = state.isLive ? state.hasAccess || before.isCurrent : state.failures === 0 && before.isCurrent;
  const isAnswered = state.accessFailures < ACCESS_FAILURES_UNTIL_STALE;
  const isCurrent =
    isConnected &&
    isAnswered &&
    trigger.type !== 'silent' &&
    state.staleSince === undefined &&
    state.position !== undefined &&
    !state.needsFlags;
  // A change of access may say that the upstream is stale: until it is known, nothing is confirmed.
  const isWord = (trigger.type === 'event' || trigger.type === 'access') && state.isLive && state.accessAsked === 0;
  const confirmedAt = isWord && state.position ? Math.max(state.heardAt, wordOf(trigger, now)) : state.heardAt;
  const heardAt = state.staleSince ?? confirmedAt;
  if (isCurrent !== before.isCurrent || (heardAt !== before.heardAt && state.position))
    publish({ kind: 'heard', environmentId: state.environmentId, at: heardAt, isCurrent });
  set({ isCurrent, heardAt });
  return [state, effects];
}
