import { evaluate, type EvaluationDetails, type FlagType, type FlagValue } from '@burgee/evaluation';
import { BurgeeError, type ProblemCode } from './burgee-error.js';
import type { BurgeeClient, ClientStatus } from './client.js';
import { connect } from './connect.js';
import { emitter } from './emitter.js';
import { evaluateAll } from './evaluate-all.js';
import { differing, type FlagState } from './flag-state.js';
import { later, nothing } from './later.js';
import type { ClientOptions } from './options.js';
import { page, watchPage } from './page.js';
import { quietly } from './quietly.js';
import { keyRefused, malformed, requester } from './request.js';
import { readSnapshot, storedFlags, toSnapshot } from './stored-flags.js';
import { READY_WITHIN_MS, STALE_AFTER_MS } from './timing.js';

/** @throws TypeError when it is no address of the web; a page may give one that is relative to its own */
function readBaseUrl({ baseUrl, offline }: ClientOptions): string {
  if (offline) return baseUrl;
  const { href, protocol } = new URL(baseUrl ?? ':', page.location?.href);
  if (!protocol.startsWith('http')) throw new TypeError(`Invalid URL: ${href}`);
  return href.replace(/\/+$/, '');
}

/**
 * A client that has begun to fetch. Until flags arrive, it serves those of the bootstrap or storage, or defaults.
 * @throws TypeError when `baseUrl` is no address
 */
export function createClient(given: ClientOptions): BurgeeClient {
  const options = { ...given, baseUrl: readBaseUrl(given) };
  let { bootstrap, logger = console, onError, offline, sdkKey = '', context = {} } = options;
  const warn = (message: string): void => void quietly(() => logger.warn(`[burgee] ${message}`));
  const reported = new Set<string>();
  const { on, emit } = emitter(warn);
  const stored = storedFlags(options);
  let resolveReady: (isReady: boolean) => void = nothing;
  const readiness = new Promise<boolean>((resolve) => (resolveReady = resolve));
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

  function setFlags(next: FlagState): void {
    const { flags } = state;
    state = next;
    emitChanges(flags, next.flags);
  }

  function cancelStaleTimer(): void {
    cancelStale?.();
    cancelStale = undefined;
  }

  function markReady(): void {
    cancelStaleTimer();
    problem = undefined;
    const event = status === 'starting' ? 'ready' : status === 'stale' && 'recovered';
    if (!event) return;
    status = 'ready';
    resolveReady(true);
    emit(event);
  }

  /** Reports at once before the first flags; later only what has lasted, because streams end now and then. */
  function onFailure(error?: BurgeeError): void {
    problem = error ?? problem;
    if (error?.fatal) end('fatal');
    if (status !== 'ready') return void (error && reportOnce(error));
    cancelStale ??= later(STALE_AFTER_MS, () => {
      status = 'stale';
      emit('stale', problem);
      if (problem) {
        reported.delete(problem.code);
        void reportOnce(problem);
      }
    });
  }

  function end(as: 'fatal' | 'closed'): void {
    status = as;
    unwatch();
    disconnect();
    cancelStaleTimer();
    stored.flush();
    resolveReady(false);
  }

  function details<T extends FlagValue>(
    key: string,
    value: T,
    type?: FlagType,
    requestContext = context,
  ): EvaluationDetails<T> {
    const found = evaluate(state.flags, key, value, requestContext, type);
    const { errorCode, errorMessage } = found;
    if (!errorCode) return source === 'storage' ? { ...found, reason: 'CACHED' } : found;
    if (!source)
      return {
        ...found,
        errorCode: status === 'fatal' ? 'PROVIDER_FATAL' : 'PROVIDER_NOT_READY',
        errorMessage: problem?.message,
      };
    void reportOnce(new BurgeeError(errorCode as ProblemCode, errorMessage as string), key + errorCode);
    return found;
  }

  const client: BurgeeClient = {
    bool: (key, value) => details(key, value, 'boolean').value,
    string: (key, value) => details(key, value, 'string').value,
    number: (key, value) => details(key, value, 'number').value,
    json: (key, value) => details(key, value, 'json').value,
    details,
    all: () => Object.fromEntries([...evaluateAll(state.flags, context)].map(([key, { value }]) => [key, value])),
    flag: (key) => state.flags.get(key),
    snapshot: () => toSnapshot(state),
    get context() {
      return context;
    },
    setContext(next) {
      const before = evaluateAll(state.flags, context);
      context = next ?? {};
      emitChanges(before, evaluateAll(state.flags, context));
    },
    get status() {
      return status;
    },
    get error() {
      return problem;
    },
    ready: (wait) =>
      new Promise((resolve) => {
        // Unlike the others this timer keeps a process alive: the caller waits for it.
        const timer = setTimeout(resolve, Math.min(wait?.timeoutMs ?? READY_WITHIN_MS, 2e9), false);
        void readiness.then((isReady) => {
          clearTimeout(timer);
          resolve(isReady);
        });
      }),
    on,
    close: () => end('closed'),
  };

  function onReady(): void {
    source = 'service';
    markReady();
  }
  function onFlags(next: FlagState): void {
    source = 'service';
    if (next.version !== state.version) stored.write(next);
    setFlags(next);
  }
  function start(): void {
    disconnect();
    disconnect = connect(
      requester(options),
      { get: () => state, set: onFlags, ready: onReady, error: onFailure },
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
      setFlags(found);
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
  } else onFailure(keyRefused());
  return client;
}
