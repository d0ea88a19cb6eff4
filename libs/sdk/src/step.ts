import type { Flag } from '@burgee/evaluation';
import { BurgeeError } from './burgee-error.js';
import type { EventFields } from './event-reader.js';
import { type FlagState, readFlags } from './flag-state.js';
import { pauseBefore } from './pause-before.js';
import { POLL_AFTER_FAILURES, STREAM_PAUSE_MS } from './limits.js';
import { changesBetween, readVersion, type Version } from './version.js';

/** `GET /api/v1/flags`, all flags; or `GET /api/v1/stream`, their changes. */
export type RequestType = 'flags' | 'stream';

/** The state of a connection. The build of the package shortens names that end with an underscore. */
export interface ConnectionState {
  held_: FlagState;
  /** Whether to open a stream. */
  wantsStream_: boolean;
  /** Milliseconds between polls while there is no stream; 0: never poll. */
  pollMs_: number;
  /** Where the stream continues, when that is ahead of `held_`. */
  target_: Version;
  /**
   * The reasons to fetch since the last fetch ended; the first began the one under way. With more than one it fetches
   * again, because the answer under way may be older than a later reason.
   */
  fetchReasons_: number;
  /** Fetches in a row that failed or whose answers were behind. */
  fetchAttempts_: number;
  /** Streams in a row that brought neither an event nor a heartbeat. */
  streamAttempts_: number;
  /** Streams in a row that ended before they were live. */
  failedStreams_: number;
  /** Whether the stream has sent its position. */
  isLive_?: boolean;
  /** The last `retry:` of a stream, in milliseconds. */
  retryMs_?: number;
}

/** All flags; undefined for a 304. */
interface FlagsAnswer {
  readonly type: 'answer';
  /** The version when the request was sent. */
  readonly version: Version;
  readonly held_: FlagState | undefined;
  /** The service marked the answer as stale. */
  readonly stale_: boolean;
}

/** A request ended, after its answer or events. */
interface RequestEnd {
  readonly type: `${RequestType}Ended`;
  readonly error: BurgeeError | undefined;
}

/** The inputs of a connection. */
export type Trigger =
  /** It is time for the first request, or the pause before the next one is over. */
  | { readonly type: RequestType }
  | FlagsAnswer
  /** A block of the stream. */
  | ({ readonly type: 'event' } & EventFields)
  | RequestEnd;

/** The work that `connect` has to do. */
export type Effect =
  /** Send this request: now, or send the input `{ type }` after `ms`. */
  | readonly [type: RequestType, ms?: number]
  /** The service answers and `held` is up to date. */
  | readonly ['ready']
  /** The service is out of reach. Without an error a stream ended, as streams do: it is too early to report it. */
  | readonly ['error', error: BurgeeError | undefined]
  /** Flags are up to date, but at the cost of more requests or time: report it once. */
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
export function step(before: Readonly<ConnectionState>, input: Trigger, random: number): [ConnectionState, Effect[]] {
  const state = { ...before };
  const { held_: held } = before;
  const effects: Effect[] = [];

  const act = (...effect: Effect): unknown => effects.push(effect);
  const fetch = (): unknown => state.fetchReasons_++ || act('flags');

  const steps = {
    stream: () => act('stream'),
    flags: fetch,

    streamEnded({ error }: RequestEnd) {
      if (!state.isLive_) state.failedStreams_++;
      act(
        'stream',
        pauseBefore(state.streamAttempts_++, random, error?.retryAfterMs || STREAM_PAUSE_MS, state.retryMs_),
      );
      // A live stream ends now and then: that is no failure. After the first streams that fail before they are live, a
      // fetch tells whether the service is down.
      if (state.isLive_ || error?.fatal || !(before.pollMs_ > 0)) act('error', state.isLive_ ? undefined : error);
      else if (state.failedStreams_ <= POLL_AFTER_FAILURES && !state.fetchAttempts_) fetch();
      if (error?.code === 'malformed') fetch();
      state.isLive_ = false;
    },

    flagsEnded({ error }: RequestEnd) {
      state.fetchReasons_ = 0;
      if (!error && before.fetchReasons_ > 1) fetch();
      else if (error || state.target_) {
        act('flags', pauseBefore(state.fetchAttempts_++, random, error?.retryAfterMs));
        act('error', error);
      } else {
        state.fetchAttempts_ = 0;
        if (before.pollMs_ > 0 && (!before.wantsStream_ || state.failedStreams_ >= POLL_AFTER_FAILURES)) {
          act('flags', before.pollMs_ * (0.8 + random * 0.4));
          if (before.wantsStream_) act('warn', new BurgeeError('stream_unavailable', 'No stream.'));
        }
      }
    },

    event(input: EventFields) {
      const { id, event, data } = input;
      const retry = +(input.retry as string);
      const version = readVersion(id);
      const changes = changesBetween(held.version, version);
      const isDeletion = event === 'flag_deleted';
      const isChange = isDeletion || event === 'flag_updated';
      const isSnapshot = event === 'snapshot';
      if (retry > 0) state.retryMs_ = retry;
      if (data || input['']) state.streamAttempts_ = 0;
      // Without an id `ready` says that the client holds nothing yet: a snapshot follows.
      if (!data || !(isChange || isSnapshot || (event === 'ready' && version))) return;
      state.target_ = '';
      if (isSnapshot || (isChange && changes === 1)) {
        const { flags: rows, environment_id: _, revision: __, ...flag } = JSON.parse(data) as EventData;
        const flags = isSnapshot ? readFlags(rows) : new Map([...held.flags, ...readFlags([flag])]);
        if (isDeletion) flags.delete(flag.key);
        state.held_ = { flags, version };
      } else if (!(changes <= 0)) {
        state.target_ = version;
        fetch();
      }
      // During a fetch its answer decides.
      if (!state.isLive_ && !state.fetchReasons_) act('ready');
      state.isLive_ = true;
      state.failedStreams_ = 0;
    },

    answer({ held_: fetched = held, version, stale_: stale }: FlagsAnswer) {
      const changes = changesBetween(held.version, fetched.version);
      // A new epoch that the stream brought since the request is newer than the answer.
      const isStale = stale || isNaN(changesBetween(version, held.version));
      if (held.version && fetched.version && isStale ? changes >= 0 : !(changes < 0)) state.held_ = fetched;
      // An answer that is behind comes from a replica that does not know the change yet. Without a position none is.
      if (!fetched.version || changesBetween(state.held_.version, state.target_) <= 0) state.target_ = '';
      if (!fetched.version) act('warn', new BurgeeError('position_missing', 'No ETag.'));
      if (!state.target_) act('ready');
    },
  };

  steps[input.type](input as never);
  return [state, effects];
}
