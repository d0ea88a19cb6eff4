import { evaluate, type EvaluationContext, type EvaluationDetails, type FlagType } from '@burgee/evaluation';
import { BurgeeError, type ProblemCode } from './burgee-error.js';
import type { BurgeeClient, ClientStatus } from './client.js';
import { connect } from './connect.js';
import { emitter } from './emitter.js';
import { detailsFor, valuesOf } from './values-of.js';
import { differs, type FlagState, frozenCopy } from './flag-state.js';
import { later, nothing, within } from './later.js';
import type { ClientOptions } from './options.js';
import { watchPage } from './page.js';
import { quietly } from './quietly.js';
import { readBaseUrl } from './read-base-url.js';
import { malformed, requester } from './request.js';
import { readSnapshot, storedFlags, toSnapshot } from './stored-flags.js';
import { ASK_AGAIN_AFTER_MS, READY_WITHIN_MS, REPORTS_AT_MOST, STALE_AFTER_MS } from './limits.js';

/**
 * A client that has begun to fetch. Until flags arrive, it serves the flags of the bootstrap or storage, or defaults.
 * @throws TypeError when `baseUrl` is not an address
 */
export function createClient(given: ClientOptions): BurgeeClient {
  const options = { ...given, baseUrl: readBaseUrl(given) };
  const { bootstrap, logger = console, onError, offline } = options;
  let context: EvaluationContext = frozenCopy(options.context);
  // Not everything that a listener can throw can be converted to text.
  const warn = (where: string, what: unknown): void => void quietly(() => logger.warn(`[burgee] ${where}: ${what}`));
  const reported = new Set<string>();
  const { on, emit } = emitter(warn);
  const stored = storedFlags(options);
  let settle!: () => void;
  /** Resolves when there are flags of the service or the bootstrap, or when none will come for now. */
  const settled = new Promise<void>((resolve) => (settle = resolve));
  let isReady = false;
  let state: FlagState = { flags: new Map(), version: '' };
  let source: 'storage' | 'service' | undefined;
  let status: ClientStatus = 'starting';
  let problem: BurgeeError | undefined;
  let cancelStale: (() => void) | undefined;
  let unwatch = nothing;
  let disconnect = nothing;

  /** Reports a problem once, after the caller's line has run: a listener may set state that is being rendered. */
  async function reportOnce(error: BurgeeError, name: string = error.code): Promise<void> {
    if (reported.has(name)) return;
    reported.add(name);
    await undefined;
    warn(error.code, error.message);
    emit('error', error);
  }

  /** Replaces flags or context, and reports what changed. */
  function replace(next: FlagState, nextContext = context): void {
    const before = state.flags;
    const after = next.flags;
    const detailsBefore = detailsFor(before, context);
    const detailsAfter = detailsFor(after, nextContext);
    const keys = [...new Map([...before, ...after]).keys()].filter(
      (key) =>
        differs(before.get(key), after.get(key)) ||
        (context !== nextContext && differs(detailsBefore(key), detailsAfter(key))),
    );
    state = next;
    context = nextContext;
    // A listener of `change` must find the client ready.
    if (source === 'service' && !isReady) markReady();
    if (!keys.length) return;
    const change = { keys, previous: valuesOf(keys, detailsBefore), current: valuesOf(keys, detailsAfter) };
    emit('change', change);
    for (const key of keys) emit(`change:${key}`, change);
  }

  function pause(): void {
    disconnect();
    cancelStale = void cancelStale?.();
  }

  function markReady(): void {
    cancelStale = void cancelStale?.();
    problem = undefined;
    if (status === 'ready') return;
    const event = isReady ? 'recovered' : 'ready';
    status = 'ready';
    isReady = true;
    settle();
    emit(event);
  }

  /** Reports a problem that is over as a new one when it comes again. */
  function worsen(next: ClientStatus): void {
    status = next;
    if (!problem) return;
    reported.delete(problem.code);
    void reportOnce(problem);
  }

  /** Reports at once before the first flags; later only what has lasted, because streams end now and then. */
  function onFailure(error?: BurgeeError): void {
    problem = error ?? problem;
    if (error?.fatal) {
      pause();
      disconnect = later(ASK_AGAIN_AFTER_MS, start, options.unref ?? options.stream === false);
      settle();
      if (status !== 'fatal') worsen('fatal');
    } else if (status === 'ready')
      cancelStale ??= later(STALE_AFTER_MS, () => {
        worsen('stale');
        emit('stale', problem);
      });
    else if (error) void reportOnce(error);
  }

  function details<T>(key: string, value: T, type?: FlagType, given = context): EvaluationDetails<T> {
    const found = evaluate(state.flags, key, value, given, type);
    const { errorCode, errorMessage } = found;
    if (!errorCode) return source === 'storage' ? { ...found, reason: 'CACHED' } : found;
    if (!source)
      return {
        ...found,
        errorCode: status === 'fatal' ? 'PROVIDER_FATAL' : 'PROVIDER_NOT_READY',
        errorMessage: problem?.message,
      };
    if (reported.size < REPORTS_AT_MOST)
      void reportOnce(new BurgeeError(errorCode as ProblemCode, errorMessage as string), key + errorCode);
    return found;
  }
  const client: BurgeeClient = {
    bool: (key, value, given) => details(key, value, 'boolean', given).value,
    string: (key, value, given) => details(key, value, 'string', given).value,
    number: (key, value, given) => details(key, value, 'number', given).value,
    json: (key, value, given) => details(key, value, 'json', given).value,
    details: details as BurgeeClient['details'],
    all: (given = context) => valuesOf([...state.flags.keys()], detailsFor(state.flags, given)),
    flag: (key) => state.flags.get(key),
    snapshot: () => toSnapshot(state),
    get context() {
      return context;
    },
    setContext: (next) => replace(state, frozenCopy(next)),
    updateContext: (more) => replace(state, frozenCopy({ ...context, ...more })),
    get version() {
      return state.version;
    },
    get status() {
      return status;
    },
    get error() {
      return problem;
    },
    async ready(wait) {
      await within(wait?.timeoutMs ?? READY_WITHIN_MS, settled);
      return isReady;
    },
    on: (event, listener) => on(event, listener, isReady && event === 'ready'),
    close() {
      status = 'closed';
      unwatch();
      pause();
      stored.flush();
      settle();
    },
  };

  function onReady(): void {
    source = 'service';
    markReady();
  }
  function onFlags(next: FlagState): void {
    source = 'service';
    if (next.version !== state.version) stored.write(next);
    replace(next);
  }
  function start(): void {
    pause();
    disconnect = connect(
      requester(options),
      { get: () => state, set: onFlags, ready: onReady, error: onFailure, warn: reportOnce },
      options,
    );
  }

  if (onError) on('error', onError);
  if (bootstrap)
    void quietly(
      () => onFlags(readSnapshot(bootstrap)),
      () => reportOnce(malformed('bootstrap')),
    );
  if (!source)
    stored.read((found) => {
      if (source || status === 'closed') return;
      source = 'storage';
      replace(found);
    });
  if (offline) markReady();
  else {
    unwatch = watchPage(start, pause, options.sleepAfterMs);
    start();
  }
  return client;
}
