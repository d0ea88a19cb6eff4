import type { Flag } from '@burgee/evaluation';
import { createParser } from 'eventsource-parser';
import {
  afterEvent,
  afterFetch,
  covers,
  type FlagState,
  formatPlace,
  parsePlace,
  readFlag,
  readFlags,
} from './flag-state.js';
import { later, pauseBefore } from './pause.js';
import { BurgeeError } from './problems.js';
import type { Request } from './request.js';

/** `:hb` comes every 15 s. */
const SILENCE_MS = 45_000;
/** `ready` comes at once; a proxy that holds it back holds back everything. */
const FIRST_EVENT_MS = 10_000;
const HEALTHY_AFTER_MS = 60_000;
const POLL_AFTER_FAILURES = 3;

/** The data of any event: each has some of it. */
type StreamData = Flag & { flags: Flag[]; environment_id: string; revision: number };

export interface Held {
  get(): FlagState;
  set(state: FlagState): void;
}

export interface ConnectionOptions {
  readonly stream: boolean;
  readonly pollInterval: number;
}

export interface Signs {
  /** The service was heard and what is held is up to date. */
  well(): void;
  /** It was well for a minute. */
  healthy(): void;
  /** The service is out of reach. Without an error it is too early to say so: a stream ended, which streams do. */
  trouble(error?: BurgeeError): void;
}

export interface Connection {
  /** Begins, or begins anew at once: the network is back, or the page is seen again. */
  start(): void;
  stop(): void;
}

const malformed = (what: unknown): BurgeeError =>
  new BurgeeError('malformed', `Burgee's answer cannot be read (${what}). Is something else at that address?`);

/** Keeps `held` equal to what the service serves: a first fetch, then the stream, or polls while there is none. */
export function connection(request: Request, held: Held, options: ConnectionOptions, signs: Signs): Connection {
  let running = 0;
  let abortStream: AbortController | undefined;
  let cancelPause = (): void => undefined;
  let cancelLoad = (): void => undefined;
  let loading = false;
  let again = false;
  let loadAttempts = 0;
  let attempts = 0;
  let failures = 0;
  let retryMs: number | undefined;

  const isCurrent = (run: number): boolean => run === running;
  const polls = (): boolean => options.pollInterval > 0 && (!options.stream || failures >= POLL_AFTER_FAILURES);

  async function fetchOnce(): Promise<void> {
    const version = formatPlace(held.get().place);
    const known = version === undefined ? undefined : `"${version}"`;
    await request('/api/v1/flags', { 'if-none-match': known }, async (response, alive) => {
      alive(SILENCE_MS);
      const { headers } = response;
      if (response.status === 304) return held.set({ ...held.get(), source: 'service' });
      const text = await response.text();
      try {
        const flags = readFlags(JSON.parse(text) as Flag[]);
        held.set(afterFetch(held.get(), flags, parsePlace(headers.get('etag')), headers.has('burgee-freshness')));
      } catch (error) {
        throw malformed(error);
      }
    });
  }

  /** Fetches. Called meanwhile, it fetches once more: the answer under way may be older than the reason to ask. */
  async function load(): Promise<void> {
    again = true;
    if (loading) return;
    const run = running;
    loading = true;
    cancelLoad();
    let error: BurgeeError | undefined;
    do {
      again = false;
      error = await fetchOnce().then(
        () => undefined,
        (reason: BurgeeError) => reason,
      );
    } while (again && !error && isCurrent(run));
    loading = false;
    if (!isCurrent(run)) return running ? load() : undefined;
    if (error) {
      signs.trouble(error);
      if (!error.fatal && (options.stream || options.pollInterval > 0))
        cancelLoad = later(pauseBefore(loadAttempts++, undefined, error.retryAfterMs), load);
    } else {
      loadAttempts = 0;
      signs.well();
      if (polls()) cancelLoad = later(options.pollInterval * (0.8 + Math.random() * 0.4), load);
    }
  }

  function onMessage(kind: string | undefined, id: string | undefined, text: string): boolean {
    const place = parsePlace(id);
    const state = held.get();
    if (kind === 'ready') {
      if (place && !covers(state.place, place)) void load();
      return place !== undefined;
    }
    const data = JSON.parse(text) as StreamData;
    if (kind === 'snapshot') {
      held.set({ flags: readFlags(data.flags), place, source: 'service' });
      return true;
    }
    if (kind !== 'flag_updated' && kind !== 'flag_deleted') return false;
    const { environment_id: _, revision: __, ...row } = data;
    const next = afterEvent(state, place, data.key, kind === 'flag_updated' ? readFlag(row) : undefined);
    if (next) held.set(next);
    else void load();
    return false;
  }

  async function streamOnce(): Promise<void> {
    const abort = new AbortController();
    abortStream = abort;
    let cancelHealthy = (): void => undefined;
    let heard = false;
    let live = false;
    const became = (): void => {
      live = true;
      failures = 0;
      if (!loading) signs.well();
      cancelHealthy = later(HEALTHY_AFTER_MS, () => {
        attempts = 0;
        signs.healthy();
      });
    };
    const headers = { accept: 'text/event-stream', 'last-event-id': formatPlace(held.get().place) };
    try {
      await request(
        '/api/v1/stream',
        headers,
        async (response, alive) => {
          alive(FIRST_EVENT_MS);
          const reader = response.body?.getReader();
          if (!reader || !response.headers.get('content-type')?.startsWith('text/event-stream'))
            throw malformed('no event stream');
          const decoder = new TextDecoder();
          const parser = createParser({
            onEvent: ({ event, id, data }) => {
              heard = true;
              try {
                if (onMessage(event, id, data) && !live) became();
              } catch (error) {
                signs.trouble(malformed(error));
                void load();
              }
            },
            onRetry: (ms) => (retryMs = ms),
          });
          for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            parser.feed(decoder.decode(value, { stream: true }));
            if (heard) alive(SILENCE_MS);
          }
        },
        abort,
      );
    } finally {
      cancelHealthy();
      if (!live) failures++;
    }
  }

  async function streamForever(run: number): Promise<void> {
    for (;;) {
      const polled = polls();
      const error = await streamOnce().then(
        () => undefined,
        (reason: BurgeeError) => reason,
      );
      if (!isCurrent(run)) return;
      if (!polls() || error?.fatal) signs.trouble(failures > 0 ? error : undefined);
      else if (!polled) void load();
      if (error?.fatal) return;
      await new Promise<void>((resolve) => {
        cancelPause = later(pauseBefore(attempts++, retryMs, error?.retryAfterMs), resolve);
      });
      if (!isCurrent(run)) return;
    }
  }

  function stop(): void {
    running = 0;
    abortStream?.abort();
    cancelPause();
    cancelLoad();
  }

  let runs = 0;
  return {
    start() {
      stop();
      running = ++runs;
      attempts = loadAttempts = failures = 0;
      void load();
      if (options.stream) void streamForever(running);
    },
    stop,
  };
}
