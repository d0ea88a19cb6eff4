import type { Flag } from '@burgee/evaluation';
import { BurgeeError } from './burgee-error.js';
import type { EventFields } from './event-reader.js';
import { type FlagState, readFlags } from './flag-state.js';
import { pauseBefore } from './pause-before.js';
import { POLL_AFTER_FAILURES, STREAM_PAUSE_MS } from './limits.js';
import { changesBetween, readVersion, type Version } from './version.js';

/** `GET /api/v1/flags`, all flags; or `GET /api/v1/stream`, their changes. */
export type RequestType = 'flags' | 'stream';

/** What a connection knows. A tuple, because the names of its parts then take no room in a page. */
export type ConnectionState = [
  held: FlagState,
  /** Whether to open a stream. */
  stream: boolean,
  /** Milliseconds between polls while there is no stream; 0: never poll. */
  pollInterval: number,
  /** Where the stream continues, when that is ahead of `held`. */
  target: Version,
  /**
   * The reasons to fetch since the last fetch ended; the first began the one under way. With more than one it fetches again,
   * because an answer may be older than a reason that came up meanwhile.
   */
  pending: number,
  /** Fetches in a row that failed or whose answers were behind. */
  fetchAttempts: number,
  /** Streams in a row that brought neither an event nor a heartbeat. */
  streamAttempts: number,
  /** Streams in a row that ended before they were live. */
  failures: number,
  /** The stream has said where it continues. */
  isLive: boolean,
  /** The last `retry:` of a stream, in milliseconds. */
  retryMs: number,
];

/** What may happen to a connection. */
export type Trigger =
  /** It is time for the first request, or the pause before the next one is over. */
  | { readonly type: RequestType }
  /** All flags; undefined for a 304. */
  | {
      readonly type: 'answer';
      /** What was held when the request was sent. */
      readonly version: Version;
      readonly held: FlagState | undefined;
      /** The service marked the answer as stale. */
      readonly stale: boolean;
    }
  /** A block of the stream. */
  | ({ readonly type: 'event' } & EventFields)
  /** A request ended, after its answer or events. */
  | {
      readonly type: `${RequestType}-ended`;
      readonly error: BurgeeError | undefined;
    };

/** What `connect` has to do. */
export type Effect =
  /** Send this request: now, or send the input `{ type }` after `ms`. */
  | readonly [type: RequestType, ms?: number]
  /** The service answers and `held` is up to date. */
  | readonly ['ready']
  /** The service is out of reach. Without an error a stream ended, as streams do: no need to report it yet. */
  | readonly ['error', error: BurgeeError | undefined]
  /** Flags are up to date all the same, but that takes more requests or time: worth one message. */
  | readonly ['warn', error: BurgeeError];

/** The data of every kind of event: each has some of these fields. */
type EventData = Flag & { flags: Flag[]; environment_id?: string; revision?: number };

/**
 * What a connection does next. Pure: times are part of the input.
 *
 * It fetches all flags, and follows the stream of changes or, while there is none, polls.
 * @param random 0 to 1
 * @returns the next state, and the effects to perform in their order
 * @throws SyntaxError when an event is malformed
 */
export function step(state: Readonly<ConnectionState>, input: Trigger, random: number): [ConnectionState, Effect[]] {
  let [held, stream, pollInterval, target, pending, fetchAttempts, streamAttempts, failures, isLive, retryMs] = state;
  const { type } = input;
  const effects: Effect[] = [];

  const act = (...effect: Effect): void => void effects.push(effect);
  function fetch(): void {
    if (!pending++) act('flags');
  }

  if (type === 'event') {
    const { id, event, data } = input;
    const version = readVersion(id);
    const changes = changesBetween(held.version, version);
    const isDeletion = event === 'flag_deleted';
    const isChange = isDeletion || event === 'flag_updated';
    const isSnapshot = event === 'snapshot';
    // Without an id `ready` says that the client holds nothing yet: a snapshot follows.
    const isStart = isSnapshot || (event === 'ready' && version);
    retryMs = Math.max(Number(input.retry), 0) || retryMs;
    if (data || input['']) streamAttempts = 0;
    if (data && (isChange || isStart)) {
      target = '';
      if (isSnapshot || (isChange && changes === 1)) {
        const { flags: rows, environment_id: _, revision: __, ...flag } = JSON.parse(data) as EventData;
        const flags = isSnapshot ? readFlags(rows) : new Map([...held.flags, ...readFlags([flag])]);
        if (isDeletion) flags.delete(flag.key);
        held = { flags, version };
      } else if (!(changes <= 0)) {
        target = version;
        fetch();
      }
      // During a fetch its answer decides.
      if (!isLive && !pending) act('ready');
      isLive = true;
      failures = 0;
    }
  } else if (type === 'answer') {
    const { held: fetched = held, version, stale } = input;
    const changes = changesBetween(held.version, fetched.version);
    // A new epoch that the stream brought since the request is newer than the answer.
    const isStale = stale || isNaN(changesBetween(version, held.version));
    if (held.version && fetched.version && isStale ? changes >= 0 : !(changes < 0)) held = fetched;
    // An answer that is behind comes from a replica that does not know the change yet. Without a position none is.
    if (!fetched.version || changesBetween(held.version, target) <= 0) target = '';
    if (!fetched.version) act('warn', new BurgeeError('position_missing', 'Answers have no ETag.'));
    if (!target) act('ready');
  } else if (type === 'flags-ended') {
    const { error } = input;
    const isDue = pending > 1;
    pending = 0;
    if (!error && isDue) fetch();
    else if (error || target) {
      act('flags', pauseBefore(fetchAttempts++, random, error?.retryAfterMs));
      act('error', error);
    } else {
      fetchAttempts = 0;
      if (pollInterval > 0 && (!stream || failures >= POLL_AFTER_FAILURES)) {
        act('flags', pollInterval * (0.8 + random * 0.4));
        if (stream) act('warn', new BurgeeError('stream_unavailable', 'No stream: polls.'));
      }
    }
  } else if (type === 'stream-ended') {
    const { error } = input;
    if (!isLive) failures++;
    act('stream', pauseBefore(streamAttempts++, random, error?.retryAfterMs || STREAM_PAUSE_MS, retryMs));
    const isPolled = pollInterval > 0 && !error?.fatal;
    // A live stream ends now and then: that is no failure. Of the first ones that fail a fetch tells whether the service does.
    if (isLive || !isPolled) act('error', isLive ? undefined : error);
    else if (failures <= POLL_AFTER_FAILURES && !fetchAttempts) fetch();
    if (error?.code === 'malformed') fetch();
    isLive = false;
  } else if (type === 'flags') fetch();
  else act(type);
  return [
    [held, stream, pollInterval, target, pending, fetchAttempts, streamAttempts, failures, isLive, retryMs],
    effects,
  ];
}
