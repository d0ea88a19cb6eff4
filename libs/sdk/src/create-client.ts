import { evaluate, type EvaluationContext, type EvaluationDetails, type FlagType } from '@burgee/evaluation';
import { BurgeeError, type ProblemCode } from './burgee-error.js';
import type { BurgeeClient, ClientStatus } from './client.js';
import { connect } from './connect.js';
import { emitter } from './emitter.js';
import { evaluateAll } from './evaluate-all.js';
import { differing, type FlagState, frozenCopy } from './flag-state.js';
import { later, nothing, within } from './later.js';
import type { ClientOptions } from './options.js';
import { watchPage } from './page.js';
import { quietly } from './quietly.js';
import { readBaseUrl } from './read-base-url.js';
import { keyRefused, malformed, requester } from './request.js';
import { readSnapshot, storedFlags, toSnapshot } from './stored-flags.js';
import { ASK_AGAIN_AFTER_MS, READY_WITHIN_MS, REPORTS_AT_MOST, STALE_AFTER_MS } from './limits.js';

/**
 * A client that has begun to fetch. Until flags arrive, it serves those of the bootstrap or storage, or defaults.
 * @throws TypeError when `baseUrl` is no address
 */
export function createClient(given: ClientOptions): BurgeeClient {
  const options = { ...given, baseUrl: readBaseUrl(given) };
  const { bootstrap, logger = console, onError, offline, sdkKey = '' } = options;
  let context: EvaluationContext = frozenCopy(options.context);
  const warn = (message: string): void => void quietly(() => logger.warn(`[burgee] ${message}`));
  const reported = new Set<string>();
  const { on, emit } = emitter(warn);
  const stored = storedFlags(options);
  let settle: () => void = nothing;
  /** Resolves when there are flags of the service or the bootstrap, or will be none for now. */
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
    warn(error.message);
    emit('error', error);
  }

  function emitChanges(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): void {
    const keys = differing(before, after);
    if (keys.length) emit('change', { keys });
    for (const key of keys) emit(`change:${key}`, { keys });
  }

  function cancelStaleTimer(): void {
    cancelStale?.();
    cancelStale = undefined;
  }

  function markReady(): void {
    cancelStaleTimer();
    problem = undefined;
    const event = isReady ? status !== 'ready' && 'recovered' : 'ready';
    if (!event) return;
    status = 'ready';
    isReady = true;
    settle();
    emit(event);
  }

  /** Reports a problem that is over as a new one when it comes again. */
  function reportAgain(): void {
    if (!problem) return;
    reported.delete(problem.code);
    void reportOnce(problem);
  }

  /** Reports at once before the first flags; later only what has lasted, because streams end now and then. */
  function onFailure(error?: BurgeeError): void {
    problem = error ?? problem;
    if (error?.fatal) {
      disconnect();
      disconnect = later(ASK_AGAIN_AFTER_MS, start, options.unref);
      cancelStaleTimer();
      settle();
      if (status === 'fatal') return;
      status = 'fatal';
      return reportAgain();
    }
    if (status !== 'ready') return void (error && reportOnce(error));
    cancelStale ??= later(STALE_AFTER_MS, () => {
      status = 'stale';
      emit('stale', problem);
      reportAgain();
    });
  }

  function details<T>(key: string, value: T, type?: FlagType, requestContext = context): EvaluationDetails<T> {
    const found = evaluate(state.flags, key, value, requestContext, type);
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
    bool: (key, value) => details(key, value, 'boolean').value,
    string: (key, value) => details(key, value, 'string').value,
    number: (key, value) => details(key, value, 'number').value,
    json: (key, value) => details(key, value, 'json').value,
    details: details as BurgeeClient['details'],
    all: () => Object.fromEntries([...evaluateAll(state.flags, context)].map(([key, { value }]) => [key, value])),
    flag: (key) => state.flags.get(key),
    snapshot: () => toSnapshot(state),
    get context() {
      return context;
    },
    setContext(next) {
      const before = evaluateAll(state.flags, context);
      context = frozenCopy(next);
      emitChanges(before, evaluateAll(state.flags, context));
    },
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
      disconnect();
      cancelStaleTimer();
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
    const { flags } = state;
    state = next;
    // So that a listener of `change` finds the client ready.
    if (!isReady) markReady();
    emitChanges(flags, next.flags);
  }
  function start(): void {
    disconnect();
    disconnect = connect(
      requester(options),
      { get: () => state, set: onFlags, ready: onReady, error: onFailure, warn: reportOnce },
      options,
    );
  }

  if (onError) on('error', onError);
  if (bootstrap)
    void quietly(
      () => {
        state = readSnapshot(bootstrap);
        onReady();
      },
      () => reportOnce(malformed('bootstrap')),
    );
  if (!source)
    stored.read((found) => {
      if (source || status === 'closed') return;
      source = 'storage';
      state = found;
      emitChanges(new Map(), found.flags);
    });
  if (offline) markReady();
  else if (/^[!-~]+$/.test(sdkKey)) {
    unwatch = watchPage(
      start,
      () => {
        disconnect();
        cancelStaleTimer();
      },
      options.sleepAfterMs,
    );
    start();
  } else {
    onFailure(keyRefused());
    // Such a key cannot be sent: there is nothing to ask again.
    disconnect();
  }
  return client;
}
