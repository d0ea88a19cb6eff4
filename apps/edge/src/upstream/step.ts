import { type ChangeRow, type FlagSet, formatPosition, isBehind } from '@burgee/contracts/wire';
import { type EventFields, pauseBefore } from '@burgee/sdk/stream';
import type { UpstreamUpdate } from '../cached/update.js';
import { readEvent, type UpstreamEvent } from './read-event.js';
import type { Effect, SubscriptionState, Trigger } from './subscription-state.js';

/** How often a stale upstream is asked whether it has recovered. */
const ASK_WHILE_STALE_MS = 5_000;
/** Pause before the next request for access after a failure. */
const ACCESS_RETRY_MS = 1_000;
/** Minimum interval between requests for access, also when origins or keys change in a loop. */
const ACCESS_EVERY_MS = 500;
/** Streams end now and then. They are reopened soon, spread over edges. */
const REOPEN_WITHIN_MS = 1_000;

/** A single failure is no evidence: the next request may succeed. */
const ACCESS_FAILURES_UNTIL_STALE = 2;

/** Short enough that an edge recovers soon after its upstream. */
const PAUSE_AT_MOST_MS = 5_000;

/** The event is stored under the environment id here: the upstream must not choose that id. */
function isOfAnother(event: UpstreamEvent, environmentId: string): boolean {
  if (event.kind === 'snapshot') return event.set.environmentId !== environmentId;
  return event.kind === 'change' && event.row.environment_id !== environmentId;
}

const idOf = ({ position, needsFlags }: SubscriptionState) =>
  position && !needsFlags ? formatPosition(position) : undefined;

/** The moment that an event confirms. An edge reports it for its own upstream. */
function wordOf(trigger: Trigger, now: number): number {
  if (trigger.type === 'access') return Math.min(Math.max(0, trigger.asOf ?? now), now);
  if (trigger.type !== 'event') return now;
  const [, at] = /^as-of (.+)$/.exec(trigger.fields[''] ?? '') ?? [];
  return at === undefined ? now : Math.min(Math.max(0, Date.parse(at) || 0), now);
}

/**
 * The next step of a subscription. Pure: time and randomness are inputs.
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

  /** One request at a time; a trigger during a request leads to another one a while after the answer. */
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

  /**
   * A snapshot of an earlier revision is from an upstream that is behind or was restored: the state neither goes back
   * nor mixes.
   */
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
      // The missing events do not come any more.
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

  // One ended stream does not mean that the upstream is down; a second failed one does.
  const isConnected = state.isLive ? state.hasAccess || before.isCurrent : state.failures === 0 && before.isCurrent;
  const isAnswered = state.accessFailures < ACCESS_FAILURES_UNTIL_STALE;
  const isCurrent =
    isConnected &&
    isAnswered &&
    trigger.type !== 'silent' &&
    state.staleSince === undefined &&
    state.position !== undefined &&
    !state.needsFlags;
  // A change of access may mean that the upstream is stale: nothing is confirmed until the answer.
  const isWord = (trigger.type === 'event' || trigger.type === 'access') && state.isLive && state.accessAsked === 0;
  const confirmedAt = isWord && state.position ? Math.max(state.heardAt, wordOf(trigger, now)) : state.heardAt;
  const heardAt = state.staleSince ?? confirmedAt;
  if (isCurrent !== before.isCurrent || (heardAt !== before.heardAt && state.position))
    publish({ kind: 'heard', environmentId: state.environmentId, at: heardAt, isCurrent });
  set({ isCurrent, heardAt });
  return [state, effects];
}
