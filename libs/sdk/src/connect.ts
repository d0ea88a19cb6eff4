import type { BurgeeError } from './burgee-error.js';
import type { FlagState } from './flag-state.js';
import { later, nothing } from './later.js';
import type { ClientOptions } from './options.js';
import type { Request } from './request.js';
import { type ConnectionState, type Effect, type RequestType, step, type Trigger } from './step.js';

/** The client that a connection works for. */
export interface Host {
  /** The client's flags. A storage may have answered since the connection began. */
  get(): FlagState;
  /** Receives flags of the service. */
  set(state: FlagState): void;
  /** The service answers, and the flags are up to date. */
  ready(error: undefined): void;
  /** The service is out of reach, or refuses. Without an error it is too early to report it. */
  error(error: BurgeeError | undefined): void;
  /** Reports a problem once; the flags are up to date. */
  warn(error: BurgeeError): void;
}

/**
 * Keeps the flags of `host` equal to the service's. `step` decides; this function carries it out.
 * @returns a function that stops it for good: to resume, connect again
 */
export function connect(
  request: Request,
  host: Host,
  { stream = true, pollInterval = 60_000, unref = !stream }: ClientOptions,
): () => void {
  const cancel = { flags: nothing, stream: nothing };
  let isStopped = false;
  let state: ConnectionState = {
    held_: host.get(),
    wantsStream_: stream,
    pollMs_: pollInterval,
    target_: '',
    fetchReasons_: 0,
    fetchAttempts_: 0,
    streamAttempts_: 0,
    failedStreams_: 0,
  };

  function handle(trigger: Trigger): void {
    if (isStopped) return;
    const { held_: held } = state;
    let effects: Effect[];
    [state, effects] = step(state, trigger, Math.random());
    if (state.held_ !== held) host.set(state.held_);
    // A listener of the host may have stopped it.
    for (const [name, given] of effects)
      if (isStopped) return;
      else if (name in cancel) void open(name as RequestType, given as number);
      else host[name as 'error'](given as BurgeeError | undefined);
  }

  /** Replaces the pause or the request of this type. */
  async function open(type: RequestType, ms?: number): Promise<void> {
    cancel[type]();
    if (ms) cancel[type] = later(ms, () => handle({ type }), unref);
    else {
      const abort = new AbortController();
      cancel[type] = () => abort.abort();
      state.held_ = host.get();
      handle({ type: `${type}Ended`, error: await request(type, state.held_.version, handle, abort) });
    }
  }

  handle({ type: 'flags' });
  if (stream) handle({ type: 'stream' });
  return () => {
    isStopped = true;
    cancel.flags();
    cancel.stream();
  };
}
