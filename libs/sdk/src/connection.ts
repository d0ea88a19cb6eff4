import type { Flag } from '@burgee/evaluation';
import { eventReader, type ServerEvent } from './event-reader.js';
import {
  afterEvent,
  afterFetch,
  covers,
  type FlagState,
  formatPlace,
  parsePlace,
  type Place,
  readFlag,
  readFlags,
} from './flag-state.js';
import { later, nothing, pauseBefore } from './pause.js';
import type { ClientOptions } from './options.js';
import type { BurgeeError } from './problems.js';
import type { Request, Running } from './request.js';

/** `:hb` comes every 15 s. */
const SILENCE_MS = 45_000;
/** `ready` comes at once; a proxy that holds it back holds back everything. */
const FIRST_EVENT_MS = 10_000;
const HEALTHY_AFTER_MS = 60_000;
const POLL_AFTER_FAILURES = 3;

/** The data of any event: each has some of it. */
type StreamData = Flag & { flags: Flag[]; environment_id?: string; revision?: number };

/** What the connection works for. */
export interface Holder {
  get(): FlagState;
  set(state: FlagState): void;
  /** The service was heard and what is held is up to date. */
  well(): void;
  /** The service is out of reach. Without an error it is too early to say so: a stream ended, which streams do. */
  trouble(error?: BurgeeError): void;
}

export interface Connection {
  /** For good: whoever comes back connects anew. */
  stop(): void;
}

/** Keeps what `holder` holds equal to what the service serves: a first fetch, then the stream, or polls while there is none. */
export function connect(
  request: Request,
  holder: Holder,
  { stream = true, pollInterval = 60_000 }: ClientOptions,
): Connection {
  const running: Running = new Set();
  let isStopped = false;
  let cancelPause = nothing;
  let cancelLoad = nothing;
  let isLoading = false;
  let again = false;
  let loadAttempts = 0;
  let streamAttempts = 0;
  let failures = 0;
  let retryMs = 0;
  /** Where the stream goes on, when that is ahead of what is held. */
  let wanted: Place | undefined;

  const polls = (): boolean => pollInterval > 0 && (!stream || failures >= POLL_AFTER_FAILURES);
  const held = (): Place | undefined => holder.get().place;
  /** An answer may come from where the change is not known yet. */
  const isBehind = (): boolean | undefined => wanted && !covers(held(), wanted);

  /** What is held, even if from storage, is what the service would serve. */
  const confirm = (): void => holder.set({ ...holder.get(), source: 'service' });

  /** Fetches. Called meanwhile, it fetches once more: the answer under way may be older than the reason to ask. */
  async function load(): Promise<void> {
    again = true;
    if (isLoading || isStopped) return;
    let error: BurgeeError | undefined;
    isLoading = true;
    cancelLoad();
    while (again && !error) {
      again = false;
      const asked = held()?.epoch;
      error = await request(
        '/api/v1/flags',
        { 'if-none-match': `"${formatPlace(held())}"` },
        async (response, alive) => {
          alive(SILENCE_MS);
          const { headers, status } = response;
          if (status === 304) confirm();
          else {
            const flags = readFlags((await response.json()) as Flag[]);
            const fetched = { flags, place: parsePlace(headers.get('etag')) };
            // A new epoch that the stream told of meanwhile is newer than any answer to a question from before it.
            holder.set(afterFetch(holder.get(), fetched, headers.has('burgee-freshness') || held()?.epoch !== asked));
          }
          if (!isBehind()) holder.well();
        },
        running,
      );
    }
    isLoading = false;
    if (isStopped) return;
    if (error || isBehind()) {
      if (stream || pollInterval > 0) cancelLoad = later(pauseBefore(loadAttempts++, 0, error?.retryAfterMs), load);
      holder.trouble(error);
    } else {
      loadAttempts = 0;
      if (polls()) cancelLoad = later(pollInterval * (0.8 + Math.random() * 0.4), load);
    }
  }

  /** @returns whether the client now stands where the stream goes on */
  function onEvent({ event, id, data }: ServerEvent): boolean {
    const place = parsePlace(id);
    const isSnapshot = event === 'snapshot';
    if (event === 'ready') {
      wanted = place;
      if (place) (isBehind() ? load : confirm)();
      return !!place;
    }
    if (!isSnapshot && event !== 'flag_updated' && event !== 'flag_deleted') return false;
    const { flags, environment_id: _, revision: __, ...flag } = JSON.parse(data as string) as StreamData;
    const next: FlagState | undefined = isSnapshot
      ? { flags: readFlags(flags), place, source: 'service' }
      : afterEvent(holder.get(), place, flag.key, event === 'flag_updated' ? readFlag(flag) : undefined);
    wanted = next ? undefined : place;
    if (next) holder.set(next);
    else void load();
    return isSnapshot;
  }

  async function streamOnce(): Promise<BurgeeError | undefined> {
    const since = performance.now();
    let patience = FIRST_EVENT_MS;
    let isLive = false;
    const error = await request(
      '/api/v1/stream',
      { 'last-event-id': formatPlace(held()) },
      async (response, alive) => {
        alive(patience);
        const feed = eventReader((fields) => {
          retryMs = Math.abs(Number(fields.retry)) || retryMs;
          if (!fields.data) return;
          patience = SILENCE_MS;
          if (!onEvent(fields) || isLive) return;
          isLive = true;
          failures = 0;
          if (!isLoading) holder.well();
        });
        // Where fetch cannot stream there is no body: this throws, and polls take over.
        const reader = (response.body as NonNullable<typeof response.body>).getReader();
        const decoder = new TextDecoder();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          feed(decoder.decode(value, { stream: true }));
          alive(patience);
        }
      },
      running,
    );
    if (error?.code === 'malformed') void load();
    if (!isLive) failures++;
    else if (performance.now() - since > HEALTHY_AFTER_MS) streamAttempts = 0;
    return isLive && !error?.fatal ? undefined : error;
  }

  async function streamAgain(): Promise<void> {
    const hasPolled = polls();
    const error = await streamOnce();
    if (isStopped) return;
    // Before anybody is told: who is told may stop it.
    cancelPause = later(pauseBefore(streamAttempts++, retryMs, error?.retryAfterMs), streamAgain);
    if (!polls() || error?.fatal) holder.trouble(error);
    else if (!hasPolled) void load();
  }

  void load();
  if (stream) void streamAgain();
  return {
    stop() {
      isStopped = true;
      running.forEach((abort) => abort.abort());
      cancelPause();
      cancelLoad();
    },
  };
}
